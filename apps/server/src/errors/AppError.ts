import { type ErrorCode, errorStatus, type Problem } from '@pgis/contract';

export interface AppErrorDetails {
  readonly errors?: readonly Problem[];
  /** Seconds after which a retry makes sense; becomes the header `Retry-After`. */
  readonly retryAfterS?: number;
  /** Present state of the thing that was to be changed. */
  readonly current?: unknown;
  /** Number of things that stand in the way. */
  readonly count?: number;
  readonly cause?: unknown;
}

/** Error answer of a call: one code of the contract, with its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly Problem[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly current: unknown;
  readonly count: number | undefined;

  constructor(code: ErrorCode, details: AppErrorDetails = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.errors = details.errors;
    this.retryAfterS = details.retryAfterS;
    this.current = details.current;
    this.count = details.count;
  }
}

/** Error for a refused value: 400 VALIDATION with its problems. */
export const validationError = (...errors: readonly Problem[]): AppError =>
  new AppError('VALIDATION', { errors });
