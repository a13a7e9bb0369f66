import { Readable } from 'node:stream';

/**
 * Returns the chunks as a stream for an answer's body. Waits for the first chunk, so that a failure before it
 * still becomes an error answer. When the stream is destroyed, read or not, the generator is closed.
 */
export async function startStream(chunks: AsyncGenerator<Buffer, void, undefined>): Promise<Readable> {
  const first = await chunks.next();
  const stream = Readable.from(following(first, chunks), { objectMode: false });
  // A stream that was never read does not close its generator by itself.
  stream.once('close', () => void chunks.return());
  return stream;
}

async function* following(
  first: IteratorResult<Buffer, void>,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  if (first.done === true) return;
  yield first.value;
  yield* chunks;
}
