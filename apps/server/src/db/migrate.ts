import { type Kysely, sql, type Transaction } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './Database.ts';
import { inTransaction } from './inTransaction.ts';
import { migrations as allMigrations } from './migrations/index.ts';
import type { Schema } from './schema.ts';

export interface MigrateOptions {
  readonly onProgress?: ((line: string) => void) | undefined;
  /** Replaces the product's migrations in tests. */
  readonly migrations?: Readonly<Record<string, Migration>> | undefined;
}

/**
 * Any number that is the same in every version: two processes that start together migrate one after the
 * other.
 */
const MIGRATION_LOCK = 7_015_202_601;
const STATEMENT_MS = 600_000;

/**
 * Brings the database to the newest schema and returns the names of the migrations that ran. Everything
 * happens in ONE transaction, so a process killed at any statement leaves the old schema, and running it
 * again starts afresh.
 */
export function migrateToLatest(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  return inTransaction(database, { statementMs: STATEMENT_MS, idleMs: STATEMENT_MS }, async (db) => {
    await refuseUnfinishedMove(db);
    return await migrateInTransaction(db, options);
  });
}

/** `pgis move` keeps a schema of its own in its target until all rows are there and compared. */
async function refuseUnfinishedMove(db: Transaction<Schema>): Promise<void> {
  const { rows } = await sql<{ schema: string | null }>`
    SELECT to_regnamespace('pgis_move')::text AS schema`.execute(db);
  if (rows[0]?.schema != null)
    throw new Error('A move into this database has not finished: repeat pgis move, or empty the database.');
}

/** Migrates as part of a larger transaction; `upTo` leaves out the migrations after it. */
export async function migrateInTransaction(
  db: Transaction<Schema>,
  { onProgress = () => {}, migrations = allMigrations, upTo }: MigrateOptions & { upTo?: string } = {},
): Promise<string[]> {
  await sql`SELECT set_config('lock_timeout', ${String(STATEMENT_MS)}, true)`.execute(db);
  await sql`SELECT pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(db);
  const provider = { getMigrations: async () => withProgress(migrations, onProgress) };
  const migrator = new Migrator({ db, provider });
  const { error, results } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error !== undefined) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

function withProgress(
  migrations: Readonly<Record<string, Migration>>,
  onProgress: (line: string) => void,
): Record<string, Migration> {
  const up = (name: string, migration: Migration) => async (db: Kysely<unknown>) => {
    onProgress(`Migration ${name}`);
    await migration.up(db);
  };
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [name, { up: up(name, migration) }]),
  );
}
