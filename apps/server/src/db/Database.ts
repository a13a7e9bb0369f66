import { Kysely } from 'kysely';
import type pg from 'pg';
import { DialectWithoutMigrationLock } from './DialectWithoutMigrationLock.ts';
import type { Schema } from './schema.ts';
import { refuseInsideTransaction } from './transactionScope.ts';

/** One SQL for both kinds; `embedded` has a single connection, so everything beside a transaction waits for it. */
export interface Database {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Schema>;
  /** For what kysely cannot do. Every connection taken has to be released. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** The rest of the program sees only this, whatever stands behind the pool. */
export function toDatabase(kind: Database['kind'], pool: pg.Pool, close: () => Promise<void>): Database {
  refuseInsideTransaction(pool);
  return {
    kind,
    pool,
    close,
    db: new Kysely<Schema>({ dialect: new DialectWithoutMigrationLock({ pool }) }),
  };
}
