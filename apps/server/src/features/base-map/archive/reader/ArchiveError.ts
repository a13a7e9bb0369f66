import type { ArchiveProblem } from '@pgis/contract';

interface ArchiveErrorOptions extends ErrorOptions {
  readonly problem?: ArchiveProblem;
}

/**
 * An archive of vector tiles or images that cannot be read. The message names what is wrong and fits the operator's
 * screen; the web app shows `problem` to administrators in their language.
 */
export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly problem: ArchiveProblem;

  constructor(message: string, { problem = 'DAMAGED', ...options }: ArchiveErrorOptions = {}) {
    super(message, options);
    this.problem = problem;
  }
}
