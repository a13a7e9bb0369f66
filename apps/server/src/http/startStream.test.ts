import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startStream } from './startStream.ts';

function makePieces(count: number, failAt = -1) {
  const seen = { isEnded: false };
  async function* pieces(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (let n = 0; n < count; n += 1) {
        if (n === failAt) throw new Error('broken');
        yield Buffer.from(`${n} `);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, pieces: pieces() };
}

test.each([
  [0, ''],
  [1, '0 '],
  [3, '0 1 2 '],
])('%i pieces', async (count, expected) => {
  expect(await text(await startStream(makePieces(count).pieces))).toBe(expected);
});

test('a failure before the first piece is the caller’s, a later one the reader’s', async () => {
  await expect(startStream(makePieces(3, 0).pieces)).rejects.toThrow('broken');
  const stream = await startStream(makePieces(3, 2).pieces);
  await expect(text(stream)).rejects.toThrow('broken');
});

test('a stream that is destroyed ends the pieces, read from or not', async () => {
  const unread = makePieces(1_000_000);
  (await startStream(unread.pieces)).destroy();
  await expect.poll(() => unread.seen.isEnded).toBe(true);

  const read = makePieces(1_000_000);
  const stream = await startStream(read.pieces);
  await new Promise((resolve) => stream.once('data', resolve));
  stream.destroy();
  await expect.poll(() => read.seen.isEnded).toBe(true);
});
