import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { refuseInsideTransaction } from './connection/transactionScope.ts';
import type { Schema } from './schema.ts';

/**
 * One SQL serves both kinds. `embedded` has a single connection, so everything outside a transaction waits
 * for it.
 */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Schema>;
  /** Direct access for what kysely cannot do. Every connection taken must be released. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Wraps a pool as the only database interface that the rest of the program sees. */
export function toDatabase(kind: Database['kind'], pool: pg.Pool, close: () => Promise<void>): Database {
  refuseInsideTransaction(pool);
  return {
    kind,
    pool,
    close,
    db: new Kysely<Schema>({ dialect: new DialectWithoutMigrationLock({ pool }) }),
  };
}

/**
 * kysely takes a session-level advisory lock, which a pooler does not keep and which outlives a failed
 * migration. `migrateToLatest` has its own lock, which ends with the transaction.
 */
class DialectWithoutMigrationLock extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutMigrationLock();
  }
}

class AdapterWithoutMigrationLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
