import { sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';

/** Rows with values that a conversion might lose. */
export async function fillDatabase(database: Database): Promise<void> {
  await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    const company = 2 ** 32;
    await sql`INSERT INTO companies (company_id, name, created_at) VALUES
      (1, ${'Rīgas "meži"\\ \u2028 \r\n\t \u0001 😀 \'$1'}, '2020-02-29 23:59:59.123456+02')`.execute(db);
    await sql`INSERT INTO companies (company_id, name, default_lon) VALUES (2, '', 0.1 + 0.2)`.execute(db);
    // The child stands before its parent in the table.
    await sql`INSERT INTO units (company_id, id, parent_id, name) VALUES (1, ${company + 2}, NULL, 'parent')`.execute(
      db,
    );
    await sql`INSERT INTO units (company_id, id, parent_id, name) VALUES (1, ${company + 1}, ${company + 2}, 'child')`.execute(
      db,
    );
    await sql`INSERT INTO classifiers (company_id, id, parent_id, kind, name, ruleset)
      VALUES (1, ${company + 11}, 1, 'layer', 'Layer', '{"a": [1, null, "\\u0107"], "b": 1e400}')`.execute(
      db,
    );
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom, name, data, visitor_id, deleted_at)
      SELECT 1, ${company}::int8 + i, ${company + 11}::int8, 1,
             ST_SetSRID(ST_MakePoint(2700000 + i / 3.0, 7700000 - i / 7.0), 3857), 'Point ' || i,
             jsonb_build_object('address', 'Street ' || i), gen_random_uuid(),
             CASE WHEN i % 10 = 0 THEN 'infinity'::timestamptz END
      FROM generate_series(1, 3000) AS i`.execute(db);
    await sql`INSERT INTO geoms (company_id, id, class_id, kind, geom)
      SELECT 1, ${company + 5000}::int8, ${company + 11}::int8, 3,
             ST_Buffer(ST_SetSRID(ST_MakePoint(0, 0), 3857), 100000, 4000)`.execute(db);
    await sql`INSERT INTO idempotency_keys (company_id, key_hash, request_hash, geom_id)
      VALUES (1, ${Buffer.from([0, 1, 255, 92])}, '', ${company + 1})`.execute(db);
    await sql`INSERT INTO audit_log (company_id, id, action, entity) VALUES (1, ${company + 1}, 'a', 'b')`.execute(
      db,
    );
    await sql`UPDATE map_layers SET name = 'changed after seeding' WHERE id = 1`.execute(db);
    await sql`SELECT setval('geom_seq', 1000)`.execute(db);
  });
}

/** Returns the rows of the filled tables as texts. */
export async function readEverything(database: Database): Promise<unknown> {
  const tables = [
    'companies',
    'units',
    'classifiers',
    'geoms',
    'idempotency_keys',
    'audit_log',
    'map_layers',
  ];
  const everything: Record<string, unknown> = {};
  for (const table of tables) {
    const { rows } = await database.pool.query(
      `SELECT t::text AS row FROM ${table} AS t ORDER BY t::text COLLATE "C"`,
    );
    everything[table] = rows;
  }
  return everything;
}
