/** Messages between the parent of the embedded engine and its child process. */

/** All values in milliseconds; 0 means no limit. */
export interface EngineLimits {
  /** Limit for one statement; past it the engine is killed and restarted. */
  readonly statementMs: number;
  /** Time that a client may hold the engine (a transaction, an open cursor) without using it. */
  readonly idleMs: number;
  /** Time that a client waits for another one that holds the engine. */
  readonly queueMs: number;
}

export const defaultLimits: EngineLimits = { statementMs: 5_000, idleMs: 10_000, queueMs: 30_000 };

/** Options, passed as JSON in the child's first argument. */
export interface ChildOptions {
  /** Directory of PostgreSQL's files; created when missing. */
  readonly databaseDir: string;
  readonly lockPath: string;
  /** Socket for clients, `<directory>/.s.PGSQL.5432`, named as `pg` expects. */
  readonly socketPath: string;
  readonly limits: EngineLimits;
  /** Limit of the process's memory; past it the engine is killed and restarted. */
  readonly maxMemoryMb?: number | undefined;
  /** Archive with the needed part of PostGIS in place of the whole; see slimPostgis.ts. */
  readonly postgisArchive: string | undefined;
}

/** Pipe on which the child shows that its process runs, also while a statement blocks its main thread. */
export const HEARTBEAT_FD = 4;
export const HEARTBEAT_MS = 1_000;

export type ChildMessage = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly message: string };

/** Stops the engine when its other clients have left, or after `drainMs`. */
export interface CloseMessage {
  readonly kind: 'close';
  readonly drainMs: number;
}
