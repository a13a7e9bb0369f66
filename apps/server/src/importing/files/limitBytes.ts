import { SourceError } from '../SourceError.ts';

/**
 * Passes chunks on.
 *
 * @throws Error when they have more than `maxBytes` together.
 */
export async function* limitBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes)
      throw new SourceError('TOO_LARGE', `The file unpacks to more than ${maxBytes / 1e9} GB.`);
    yield chunk;
  }
}
