import { sql } from 'kysely';
import { migrations } from '../../db/migrations/index.ts';
import type { Database } from '../../db/openDatabase.ts';
import { advice, type Finding, ok, problem } from './Finding.ts';

/** Compares the migrations that have run with those of this version. */
export async function checkMigrations({ db }: Database): Promise<Finding[]> {
  const { rows } = await sql<{ table: string | null }>`
    SELECT to_regclass('public.kysely_migration')::text AS "table"`.execute(db);
  if (rows[0]?.table == null) return [advice('The database is empty: the start of the server fills it.')];
  const done = await sql<{ name: string }>`SELECT name FROM kysely_migration ORDER BY name`.execute(db);
  const names = done.rows.map(({ name }) => name);
  const known = Object.keys(migrations);
  const unknown = names.filter((name) => !known.includes(name));
  const pending = known.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    return [problem(`It comes from a newer version (${unknown.join(', ')}): this one cannot start on it.`)];
  if (pending.length > 0)
    return [advice(`The next start of the server changes it: ${pending.join(', ')}. Make a backup before.`)];
  return [ok(`All ${known.length} migrations have run.`)];
}
