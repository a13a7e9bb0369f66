import type { Readable } from 'node:stream';
import { SourceError } from '../SourceError.ts';

/**
 * Reads a stream to its end.
 *
 * @throws Error when it is longer than `maxBytes`.
 */
export async function readWhole(stream: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxBytes)
      throw new SourceError('TOO_LARGE', `A part of the file is larger than ${maxBytes / 1_000_000} MB.`);
  }
  return Buffer.concat(chunks);
}
