import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startStream } from './startStream.ts';

function makeChunks(count: number, failAt = -1) {
  const state = { isEnded: false };
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    try {
      for (let n = 0; n < count; n += 1) {
        if (n === failAt) throw new Error('broken');
        yield Buffer.from(`${n} `);
      }
    } finally {
      state.isEnded = true;
    }
  }
  return { state: state, chunks: chunks() };
}

test.each([
  [0, ''],
  [1, '0 '],
  [3, '0 1 2 '],
])('%i pieces', async (count, expected) => {
  expect(await text(await startStream(makeChunks(count).chunks))).toBe(expected);
});

test('a failure before the first chunk is the caller’s, a later one the reader’s', async () => {
  await expect(startStream(makeChunks(3, 0).chunks)).rejects.toThrow('broken');
  const stream = await startStream(makeChunks(3, 2).chunks);
  await expect(text(stream)).rejects.toThrow('broken');
});

test('a stream that is destroyed ends its source, read from or not', async () => {
  const unread = makeChunks(1_000_000);
  (await startStream(unread.chunks)).destroy();
  await expect.poll(() => unread.state.isEnded).toBe(true);

  const read = makeChunks(1_000_000);
  const stream = await startStream(read.chunks);
  await new Promise((resolve) => stream.once('data', resolve));
  stream.destroy();
  await expect.poll(() => read.state.isEnded).toBe(true);
});
