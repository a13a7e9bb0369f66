import { PostgresAdapter, PostgresDialect } from 'kysely';

/**
 * kysely locks with a session-level advisory lock, which a pooler does not keep, and which outlives a failed
 * migration. `migrateToLatest` has a lock of its own that ends with the transaction.
 */
export class DialectWithoutMigrationLock extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new AdapterWithoutMigrationLock();
  }
}

class AdapterWithoutMigrationLock extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}
