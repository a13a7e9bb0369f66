import { readdirSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Spool } from './Spool.ts';
import { spill } from './spill.ts';

let dir: string;
let spool: Spool;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'pgis-spill-'));
  spool = new Spool(dir);
});
afterAll(() => rm(dir, { recursive: true }));

const piece = (n: number) => Buffer.from(`${n},`.repeat((n % 7) + 1));
const pieces = (count: number) => Array.from({ length: count }, (_, n) => piece(n));

/** Notes how far it has been read, and whether it was ended. */
function makeSource(count: number, failAt?: number) {
  const seen = { given: 0, isEnded: false };
  async function* source(): AsyncGenerator<Buffer> {
    try {
      for (; seen.given < count; seen.given += 1) {
        if (seen.given === failAt) throw new Error('the source failed');
        if (seen.given % 3 === 0) await turn();
        yield piece(seen.given);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, source: source() };
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
  const expected = String(Buffer.concat(pieces(count)));
  expect(await collect(spill(makeSource(count).source, spool, memory))).toBe(expected);
  // In turns quicker and slower than the source: the file is emptied, and needed again.
  const pace = async (n: number) => {
    for (let i = 0; i < (n % 100 < 50 ? 20 : 0); i += 1) await turn();
  };
  expect(await collect(spill(makeSource(count).source, spool, memory), pace)).toBe(expected);
  expect(await readdir(dir)).toEqual([]);
});

test('the source is read to its end while the reader has taken one piece, and memory is not what holds it', async () => {
  const { seen, source } = makeSource(5_000);
  const stream = spill(source, spool, 200);
  const first = await stream.next();
  await expect.poll(() => seen.isEnded).toBe(true);
  expect(await readdir(dir)).toHaveLength(1);
  const rest = await collect(stream);
  expect(String(first.value) + rest).toBe(String(Buffer.concat(pieces(5_000))));
  expect(await readdir(dir)).toEqual([]);
});

test('a reader who is quick enough needs no file', async () => {
  const stream = spill(makeSource(500).source, spool, 1_000);
  for await (const _ of stream) expect(readdirSync(dir)).toEqual([]);
});

test('a reader who leaves ends the source, and nothing stays on the disk', async () => {
  const { seen, source } = makeSource(1_000_000);
  for await (const _ of spill(source, spool, 10)) break;
  expect(seen.isEnded).toBe(true);
  expect(seen.given).toBeLessThan(1_000_000);
  expect(await readdir(dir)).toEqual([]);
});

test('a failure of the source comes after what it gave, one of the disk too', async () => {
  const got: string[] = [];
  const failing = spill(makeSource(100, 50).source, spool, 20);
  await expect(
    (async () => {
      for await (const bytes of failing) got.push(String(bytes));
    })(),
  ).rejects.toThrow('the source failed');
  expect(got.join('')).toBe(String(Buffer.concat(pieces(50))));
  expect(await readdir(dir)).toEqual([]);

  const { seen, source } = makeSource(100);
  await expect(collect(spill(source, new Spool('/dev/null'), 0))).rejects.toThrow('ENOTDIR');
  expect(seen.isEnded).toBe(true);
});
