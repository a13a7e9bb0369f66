import type { FastifyError } from 'fastify';
import { AppError } from './AppError.ts';

const TRY_AGAIN_S = 5;

/** Network errors of Node and SQLSTATEs that say: the database cannot be reached right now. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|not currently accepting connections/i;

const transportCodes: Readonly<Record<string, AppError['code']>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
};

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Postgres clients wrap what happened; the innermost cause says most. */
function* withCauses(error: unknown): Generator<unknown> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at;
    if (at instanceof AggregateError) yield* at.errors;
  }
}

/** The embedded engine's socket, while the engine is being started again; a missing file is something else. */
const isMissingSocket = (error: unknown): boolean =>
  codeOf(error) === 'ENOENT' && (error as NodeJS.ErrnoException).syscall === 'connect';

export const isDatabaseAway = (error: unknown): boolean =>
  [...withCauses(error)].some(
    (cause) =>
      awayCodes.has(codeOf(cause)) ||
      isMissingSocket(cause) ||
      codeOf(cause).startsWith('08') ||
      (cause instanceof Error && awayMessages.test(cause.message)),
  );

/** Gives every error its code of the contract; what nobody expected becomes INTERNAL with its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const transport = transportCodes[code];
  if (transport !== undefined) return new AppError(transport, { cause: error });
  // A full disk, a used-up quota, and 53100 disk_full of the database.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new AppError('STORAGE_FULL', { cause: error });
  // 57014 query_canceled (statement_timeout), 55P03 lock_not_available (lock_timeout)
  if (code === '57014') return new AppError('STATEMENT_TIMEOUT', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (code === '55P03') return new AppError('OVERLOADED', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (isDatabaseAway(error)) return new AppError('DATABASE_AWAY', { cause: error, retryAfterS: TRY_AGAIN_S });
  // Something in the transport that is the sender's fault, such as a broken chunk.
  const status = (error as Partial<FastifyError> | null)?.statusCode;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', { cause: error });
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: error });
  if (status === 429) return new AppError('TOO_MANY_REQUESTS', { cause: error });
  if (status === 503) return new AppError('OVERLOADED', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (status === 400) return new AppError('BAD_JSON', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}
