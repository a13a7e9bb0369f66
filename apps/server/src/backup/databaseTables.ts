import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface TableShape {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Condition that leaves out the tables of extensions (spatial_ref_sys) and of the migrator. */
const isOurs = sql`
  c.relnamespace = 'public'::regnamespace AND c.relname NOT LIKE 'kysely%'
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`;

/** Lists the tables by name, with their stored columns (no generated ones) in order. */
export async function listTables(db: Kysely<Schema>): Promise<TableShape[]> {
  const { rows } = await sql<TableShape>`
    SELECT c.relname AS name,
           json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod))
                    ORDER BY a.attname) AS columns
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND ${isOurs}
    GROUP BY c.relname ORDER BY c.relname`.execute(db);
  return rows;
}

export async function listSequences(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'S' AND ${isOurs} ORDER BY 1`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Yields every row as one line of JSON: an array of the columns as PostgreSQL writes them as text, or null.
 */
export async function* readLines(db: Kysely<Schema>, table: TableShape): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => sql`${sql.ref(name)}::text`);
  await sql`DECLARE rows_of_table NO SCROLL CURSOR FOR
    SELECT json_build_array(${sql.join(values)})::text AS line FROM ${sql.table(table.name)}`.execute(db);
  let count = FIRST_FETCH;
  for (;;) {
    const { rows } = await sql<{ line: string }>`FETCH ${sql.lit(count)} FROM rows_of_table`.execute(db);
    let length = 0;
    for (const { line } of rows) {
      length += line.length;
      yield line;
    }
    if (rows.length < count) break;
    count = Math.ceil(Math.min(MAX_FETCH, Math.max(1, (count * FETCH_LENGTH) / (length + 1))));
  }
  await sql`CLOSE rows_of_table`.execute(db);
}

/** A row may hold a geometry of 20 000 points, so a fetch is measured in bytes of text, not in rows. */
const FIRST_FETCH = 50;
const MAX_FETCH = 2_000;
const FETCH_LENGTH = 2_000_000;

/** Makes the text of numbers and times independent of the server's settings. */
export async function setTextFormat(db: Kysely<Schema>): Promise<void> {
  await sql`SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD'; SET LOCAL intervalstyle = 'iso_8601';
    SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`.execute(db);
}
