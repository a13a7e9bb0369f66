import { type ErrorCode, errorStatus, type errorValues, type Problem } from '@pgis/contract';

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

type NamingCode = keyof typeof errorValues;
/** A code whose text is the same each time. */
export type PlainErrorCode = Exclude<ErrorCode, NamingCode>;

/** A code and its details; a code whose text names values comes with them. */
type AppErrorArguments =
  | readonly [code: PlainErrorCode, details?: AppErrorDetails]
  | {
      [Code in NamingCode]: readonly [
        code: Code,
        details: AppErrorDetails & {
          readonly values: Readonly<Record<(typeof errorValues)[Code][number], string | number>>;
        },
      ];
    }[NamingCode];

/** Error answer of a call: one code of the contract, with its status. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: readonly Problem[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly current: unknown;
  readonly count: number | undefined;
  /** Values that the text of the code names. */
  readonly values: Readonly<Record<string, string | number>>;

  constructor(...[code, details = {}]: AppErrorArguments) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorStatus[code];
    this.errors = details.errors;
    this.retryAfterS = details.retryAfterS;
    this.current = details.current;
    this.count = details.count;
    this.values = 'values' in details ? details.values : {};
  }
}

/** Error for a refused value: 400 VALIDATION with its problems. */
export const validationError = (...errors: readonly Problem[]): AppError =>
  new AppError('VALIDATION', { errors });
