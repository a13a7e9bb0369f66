import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { listTables } from '../databaseTables.ts';

const LOCK_WAIT_MS = 60_000;
const MAX_ATTEMPTS = 5;
const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '40P01';

/**
 * Refuses all writes to the rows of a database, from any process and until `unlockWrites`, with the SQLSTATE PGRO1, which
 * the API answers with READ_ONLY. Waits for the transactions that are writing. Returns an id that is the same until the
 * database is unlocked, so that a move that goes on knows that nobody has written meanwhile.
 */
export async function lockWrites(database: Database): Promise<string> {
  const found = await findWriteLock(database);
  if (found !== undefined) return found;
  const id = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    try {
      await createTriggers(database, id);
      return id;
    } catch (error) {
      // A writer that holds one table and waits for another; it goes on, and the lock is tried again.
      if (!isDeadlock(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function createTriggers(database: Database, id: string): Promise<void> {
  return inTransaction(database, { statementMs: LOCK_WAIT_MS, idleMs: LOCK_WAIT_MS }, async (db) => {
    await sql`SELECT set_config('lock_timeout', ${String(LOCK_WAIT_MS)}, true)`.execute(db);
    await sql`
      CREATE FUNCTION pgis_refuse_write() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'the database is being moved and can only be read' USING ERRCODE = 'PGRO1';
      END $$`.execute(db);
    await sql`COMMENT ON FUNCTION pgis_refuse_write() IS ${sql.lit(id)}`.execute(db);
    for (const { name } of await listTables(db))
      await sql`
        CREATE TRIGGER pgis_read_only BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${sql.table(name)}
        FOR EACH STATEMENT EXECUTE FUNCTION pgis_refuse_write()`.execute(db);
  });
}

export async function findWriteLock({ db }: Pick<Database, 'db'>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`
    SELECT obj_description(to_regproc('public.pgis_refuse_write'), 'pg_proc') AS id`.execute(db);
  return rows[0]?.id ?? undefined;
}

/** Lets everybody write again. */
export async function unlockWrites({ db }: Pick<Database, 'db'>): Promise<void> {
  await sql`DROP FUNCTION IF EXISTS pgis_refuse_write() CASCADE`.execute(db);
}
