import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/**
 * The transaction of the present call stack; `isOpen` becomes false when it ends, also for work that it left
 * running.
 */
interface Scope {
  readonly pool: pg.Pool;
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/**
 * Makes taking a second connection inside a transaction an error at once. On the embedded engine, with its
 * single connection, it would wait forever; on PostgreSQL the same happens as soon as every connection does
 * it.
 */
export function refuseInsideTransaction(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: ConnectCallback) => unknown;
  const guarded = (callback?: ConnectCallback) => {
    const scope = scopes.getStore();
    if (!scope?.isOpen || scope.pool !== pool) return connect(callback);
    const error = new Error('Inside a transaction every query goes through its own handle `db`');
    if (callback === undefined) return Promise.reject(error);
    callback(error, undefined, () => {});
    return undefined;
  };
  pool.connect = guarded as typeof pool.connect;
}

type ConnectCallback = (error: Error | undefined, client: undefined, done: () => void) => void;

/** Runs the body of a transaction whose connection was taken before. */
export async function runInScope<T>(pool: pg.Pool, body: () => Promise<T>): Promise<T> {
  const scope: Scope = { pool, isOpen: true };
  try {
    return await scopes.run(scope, body);
  } finally {
    scope.isOpen = false;
  }
}
