import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bufferToDisk } from './bufferToDisk.ts';
import { TempStore } from './TempStore.ts';

let dir: string;
let tempStore: TempStore;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pgis-bufferToDisk-'));
  tempStore = new TempStore(dir);
});
afterAll(() => rm(dir, { recursive: true }));

const chunk = (n: number) => Buffer.from(`${n},`.repeat((n % 7) + 1));
const chunks = (count: number) => Array.from({ length: count }, (_, n) => chunk(n));

/** Returns a source with its progress: the number of chunks read, and whether it was ended. */
function makeSource(count: number, failAt?: number) {
  const progress = { sent: 0, isEnded: false };
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (; progress.sent < count; progress.sent += 1) {
        if (progress.sent === failAt) throw new Error('the source failed');
        if (progress.sent % 3 === 0) await turn();
        yield chunk(progress.sent);
      }
    } finally {
      progress.isEnded = true;
    }
  }
  return { progress: progress, source: source() };
}

async function collect(
  stream: AsyncIterable<Buffer>,
  wait?: (n: number) => Promise<unknown>,
): Promise<string> {
  const all: Buffer[] = [];
  for await (const bytes of stream) {
    all.push(bytes);
    await wait?.(all.length);
  }
  return String(Buffer.concat(all));
}

test.each([
  ['nothing', 0, 10],
  ['what fits into memory', 20, 1_000_000],
  ['what does not', 2_000, 100],
  ['each piece larger than the memory', 300, 0],
])('%s comes as it was, whatever the reader’s pace', async (_, count, memory) => {
  const expected = String(Buffer.concat(chunks(count)));
  expect(await collect(bufferToDisk(makeSource(count).source, tempStore, memory))).toBe(expected);
  // The reader is alternately faster and slower than the source, so the file is emptied and filled again.
  const pace = async (n: number) => {
    for (let i = 0; i < (n % 100 < 50 ? 20 : 0); i += 1) await turn();
  };
  expect(await collect(bufferToDisk(makeSource(count).source, tempStore, memory), pace)).toBe(expected);
  expect(await readdir(dir)).toEqual([]);
});

test('the source is read to its end while the reader has read one chunk, and memory does not hold it', async () => {
  const { progress, source } = makeSource(5_000);
  const stream = bufferToDisk(source, tempStore, 200);
  const first = await stream.next();
  await expect.poll(() => progress.isEnded).toBe(true);
  expect(await readdir(dir)).toHaveLength(1);
  const rest = await collect(stream);
  expect(String(first.value) + rest).toBe(String(Buffer.concat(chunks(5_000))));
  expect(await readdir(dir)).toEqual([]);
});

test('a reader who is quick enough needs no file', async () => {
  const stream = bufferToDisk(makeSource(500).source, tempStore, 1_000);
  for await (const _ of stream) expect(readdirSync(dir)).toEqual([]);
});

test('a reader who leaves ends the source, and nothing stays on the disk', async () => {
  const { progress, source } = makeSource(1_000_000);
  for await (const _ of bufferToDisk(source, tempStore, 10)) break;
  expect(progress.isEnded).toBe(true);
  expect(progress.sent).toBeLessThan(1_000_000);
  expect(await readdir(dir)).toEqual([]);
});

test('a failure of the source comes after what it gave, one of the disk too', async () => {
  const got: string[] = [];
  const failing = bufferToDisk(makeSource(100, 50).source, tempStore, 20);
  await expect(
    (async () => {
      for await (const bytes of failing) got.push(String(bytes));
    })(),
  ).rejects.toThrow('the source failed');
  expect(got.join('')).toBe(String(Buffer.concat(chunks(50))));
  expect(await readdir(dir)).toEqual([]);

  const { progress, source } = makeSource(100);
  await expect(collect(bufferToDisk(source, new TempStore('/dev/null'), 0))).rejects.toThrow('ENOTDIR');
  expect(progress.isEnded).toBe(true);
});
