import { AsyncLocalStorage } from 'node:async_hooks';

/** Time beyond the limit of a statement in which PostgreSQL reports that it has cancelled it. */
const GRACE_MS = 2_000;

const limits = new AsyncLocalStorage<number>();

/** Sets the limit of all statements that `body` sends; 0 means no limit. */
export const withStatementLimit = <T>(limitMs: number, body: () => Promise<T>): Promise<T> =>
  limits.run(limitMs, body);

/**
 * Milliseconds after which the program gives up a statement that PostgreSQL has neither answered nor
 * cancelled, because the machine of the database is frozen or unreachable; undefined means never.
 */
export function findDeadlineMs(standardMs: number): number | undefined {
  const limitMs = limits.getStore() ?? standardMs;
  return limitMs === 0 ? undefined : limitMs + GRACE_MS;
}
