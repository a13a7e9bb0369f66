import type { ImportError } from '@pgis/contract';

/** Problem of a file as a whole. The command line prints the message; the browser has a text for the code. */
export class SourceError extends Error {
  readonly code: ImportError;

  constructor(code: ImportError, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.code = code;
  }
}
