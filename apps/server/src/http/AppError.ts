import { type ErrorCode, errorStatus, type Problem } from '@pgis/contract';

export interface AppErrorDetails {
  readonly errors?: readonly Problem[];
  /** Seconds after which trying again makes sense; becomes the header `Retry-After`. */
  readonly retryAfterS?: number;
  /** What was to be changed, as it is now. */
  readonly current?: unknown;
  /** How many of what stand in the way. */
  readonly count?: number;
  readonly cause?: unknown;
}

/** What a call answers instead of a reply: one code of the contract, with its status. */
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

/** The usual way to refuse a value: 400 VALIDATION with its problems. */
export const validationError = (...errors: readonly Problem[]): AppError =>
  new AppError('VALIDATION', { errors });
