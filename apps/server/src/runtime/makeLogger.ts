import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, destination, pino } from 'pino';
import type { LogLevel } from '../config.ts';

const email = /[^\s@"'<>()=,]+@[^\s@"'<>()=,]+/g;
const jwt = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const MAX_CAUSES = 5;

/** Removes tokens and e-mail addresses, because PostgreSQL quotes values in its messages. */
export const withoutSecrets = (text: string): string =>
  text.replace(jwt, '<token>').replace(email, '<e-mail>');

/**
 * Keeps of an error only what says where it broke: `detail` and `where` of PostgreSQL hold the values of
 * rows.
 */
function toLoggedError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? withoutSecrets(error) : typeof error;
  const { code, constraint, table } = error as Error & Readonly<Record<string, unknown>>;
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    code,
    constraint,
    table,
    stack: withoutSecrets(error.stack ?? ''),
    ...(error.cause !== undefined && depth < MAX_CAUSES && { cause: toLoggedError(error.cause, depth + 1) }),
  };
}

/** Writes JSON lines to stderr: stdout belongs to the few lines for the user who started the server. */
export const makeLogger = (
  level: LogLevel,
  to: DestinationStream = destination({ fd: 2, sync: true }),
): FastifyBaseLogger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: toLoggedError } },
    to,
  );
