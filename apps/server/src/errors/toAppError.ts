import type { FastifyError } from 'fastify';
import { AppError, type PlainErrorCode } from './AppError.ts';

const TRY_AGAIN_S = 5;
/** A move takes minutes. */
const TRY_AGAIN_AFTER_MOVE_S = 60;
/** Raised by the triggers of `lockWrites`. */
const READ_ONLY_STATE = 'PGRO1';

/**
 * Network errors of Node and SQLSTATEs that mean: the database cannot be reached right now. So does all of
 * class 08 (connection).
 */
const awayCodes = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  // A primary that became a standby refuses to write: read_only_sql_transaction.
  '25006',
  // Ended for idling: idle_in_transaction_session_timeout, transaction_timeout, idle_session_timeout.
  '25P03',
  '25P04',
  '57P05',
  // The database does not admit the server: wrong role or password, or the database is being replaced.
  '28000',
  '28P01',
  '3D000',
  '57P04',
  // out_of_memory, too_many_connections, configuration_limit_exceeded
  '53200',
  '53300',
  '53400',
  // admin_shutdown, crash_shutdown, cannot_connect_now
  '57P01',
  '57P02',
  '57P03',
  // system_error, io_error
  '58000',
  '58030',
]);
/** lock_not_available (lock_timeout), and a transaction that others kept from finishing: conflict, deadlock. */
const busyCodes = new Set(['55P03', '40001', '40P01']);
const awayMessages =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after|not currently accepting connections/i;

const transportCodes: Readonly<Record<string, PlainErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BAD_JSON',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BAD_JSON',
  // A path with `//`, `..` or a backslash, which is no file of the web app.
  FST_STATIC_FORBIDDEN_PATH: 'NOT_FOUND',
};

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Yields an error and its causes; PostgreSQL clients wrap errors, and the innermost cause says most. */
function* withCauses(error: unknown): Generator<unknown> {
  for (let at = error; at instanceof Error; at = at.cause) {
    yield at;
    if (at instanceof AggregateError) yield* at.errors;
  }
}

/** True for the embedded engine's socket while the engine restarts; a missing file is something else. */
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

export const isReadOnly = (error: unknown): boolean => codeOf(error) === READ_ONLY_STATE;

/** Gives every error its code of the contract; an unexpected one becomes INTERNAL with its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  const transport = transportCodes[code];
  if (transport !== undefined) return new AppError(transport, { cause: error });
  // A full disk, a used-up quota, and 53100 disk_full of the database.
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return new AppError('STORAGE_FULL', { cause: error });
  // 57014 query_canceled (statement_timeout)
  if (code === '57014') return new AppError('STATEMENT_TIMEOUT', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (busyCodes.has(code)) return new AppError('OVERLOADED', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (isReadOnly(error))
    return new AppError('READ_ONLY', { cause: error, retryAfterS: TRY_AGAIN_AFTER_MOVE_S });
  if (isDatabaseAway(error)) return new AppError('DATABASE_AWAY', { cause: error, retryAfterS: TRY_AGAIN_S });
  // A transport error that is the sender's fault, such as a broken chunk.
  const status = (error as Partial<FastifyError> | null)?.statusCode;
  if (status === 403 || status === 404) return new AppError('NOT_FOUND', { cause: error });
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE', { cause: error });
  if (status === 415) return new AppError('UNSUPPORTED_MEDIA_TYPE', { cause: error });
  if (status === 429) return new AppError('TOO_MANY_REQUESTS', { cause: error });
  if (status === 503) return new AppError('OVERLOADED', { cause: error, retryAfterS: TRY_AGAIN_S });
  if (status === 400) return new AppError('BAD_JSON', { cause: error });
  return new AppError('INTERNAL', { cause: error });
}
