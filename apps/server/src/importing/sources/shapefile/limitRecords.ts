import { SourceError } from '../../SourceError.ts';

/** Content of one record: two million vertices. */
const MAX_RECORD_BYTES = 32_000_000;
const FILE_HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;

/**
 * Passes the chunks of a .shp file on. The library allocates what the header of a record announces, so the announcement is
 * checked before it arrives there: at one that cannot be true the chunks end. An error would reach promises of the library
 * that nobody waits for.
 */
export async function* limitRecords(
  chunks: AsyncIterable<Uint8Array>,
  onProblem: (problem: SourceError) => void,
): AsyncGenerator<Uint8Array> {
  const header = Buffer.alloc(RECORD_HEADER_BYTES);
  let held = 0;
  /** Bytes until the next header. */
  let left = FILE_HEADER_BYTES;
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const skipped = Math.min(left, chunk.length - at);
      at += skipped;
      left -= skipped;
      if (left > 0) break;
      const part = chunk.subarray(at, at + RECORD_HEADER_BYTES - held);
      header.set(part, held);
      at += part.length;
      held += part.length;
      if (held < RECORD_HEADER_BYTES) break;
      const problem = findProblem(header);
      if (problem !== undefined) {
        onProblem(problem);
        return;
      }
      left = contentBytes(header);
      held = 0;
    }
    yield chunk;
  }
}

/** The length is given in words of two bytes. */
const contentBytes = (header: Buffer): number => header.readInt32BE(4) * 2;

/** The type of a shape alone takes four bytes. */
function findProblem(header: Buffer): SourceError | undefined {
  const bytes = contentBytes(header);
  if (bytes < 4) return new SourceError('DAMAGED', 'The .shp file is damaged: a record has no shape.');
  return bytes > MAX_RECORD_BYTES
    ? new SourceError('TOO_LARGE', `A shape of the .shp file takes more than ${MAX_RECORD_BYTES / 1e6} MB.`)
    : undefined;
}
