/** A vector tile archive that cannot be read. The message names what is wrong and fits the operator's screen. */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
}
