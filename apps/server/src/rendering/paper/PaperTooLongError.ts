/** Thrown in the worker for a report with more pages than a mail may have. */
export class PaperTooLongError extends Error {
  override readonly name = 'PaperTooLongError';
}
