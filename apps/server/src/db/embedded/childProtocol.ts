/** What the parent of the embedded engine and its child process say to each other. */

/** Milliseconds; 0 means no limit. */
export interface EngineLimits {
  /** Of one statement; past it the engine is ended and started again. */
  readonly statementMs: number;
  /** How long a client may hold the engine (a transaction, an open cursor) without using it. */
  readonly idleMs: number;
  /** How long a client waits for another one that holds the engine. */
  readonly queueMs: number;
}

export const defaultLimits: EngineLimits = { statementMs: 5_000, idleMs: 10_000, queueMs: 30_000 };

/** As JSON in the child's first argument. */
export interface ChildOptions {
  /** Holds PostgreSQL's files; made when missing. */
  readonly databaseDir: string;
  readonly lockPath: string;
  /** Where clients connect: `<directory>/.s.PGSQL.5432`, as `pg` wants it. */
  readonly socketPath: string;
  readonly limits: EngineLimits;
  /** A part of PostGIS in place of the whole; see slimPostgis.ts. */
  readonly postgisArchive: string | undefined;
}

export type ChildMessage = { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly message: string };

/** Ends the engine when its other clients have left, or after `drainMs`. */
export interface CloseMessage {
  readonly kind: 'close';
  readonly drainMs: number;
}
