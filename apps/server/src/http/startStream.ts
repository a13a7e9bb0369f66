import { Readable } from 'node:stream';

/**
 * An answer's body of these pieces. Waits for the first one, so that what fails before it still becomes an error answer.
 * When the stream is destroyed, read from or not, the pieces are ended.
 */
export async function startStream(pieces: AsyncGenerator<Buffer, void, undefined>): Promise<Readable> {
  const first = await pieces.next();
  const stream = Readable.from(following(first, pieces), { objectMode: false });
  // A stream that nobody read from does not end them itself.
  stream.once('close', () => void pieces.return());
  return stream;
}

async function* following(
  first: IteratorResult<Buffer, void>,
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  if (first.done === true) return;
  yield first.value;
  yield* pieces;
}
