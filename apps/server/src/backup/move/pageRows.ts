import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { setTextFormat, type TableShape } from '../databaseTables.ts';

type KeyColumn = TableShape['columns'][number];

/** Values of the primary key, or the position, as texts. */
export type RowKey = readonly string[];

export interface RowPage {
  /** Rows as `readLines` writes them. */
  readonly lines: readonly string[];
  /** Key of the last row. */
  readonly last: RowKey;
}

/** A row may hold a geometry of 20 000 points, so a page is measured in bytes of text. */
const FIRST_ROWS = 50;
const MAX_ROWS = 2_000;
const PAGE_LENGTH = 2_000_000;
const PAGE_MS = 60_000;

/**
 * Yields the rows after `after` by primary key, a page in a transaction of its own: on the embedded engine others are
 * answered in between. Nobody must write meanwhile.
 */
export async function* pageRows(
  database: Database,
  table: TableShape,
  after: RowKey | undefined,
): AsyncGenerator<RowPage> {
  const key = await listKeyColumns(database.db, table);
  let last = after;
  let limit = FIRST_ROWS;
  for (;;) {
    const rows = await inTransaction(database, { statementMs: PAGE_MS }, async (db) => {
      await setTextFormat(db);
      return await readPage(db, { table, key, after: last, limit });
    });
    last = rows.at(-1)?.key;
    if (last === undefined) return;
    const lines = rows.map(({ line }) => line);
    yield { lines, last };
    if (rows.length < limit) return;
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    limit = Math.ceil(Math.min(MAX_ROWS, Math.max(1, (limit * PAGE_LENGTH) / (length + 1))));
  }
}

async function readPage(
  db: Kysely<Schema>,
  {
    table,
    key,
    after,
    limit,
  }: {
    readonly table: TableShape;
    readonly key: readonly KeyColumn[];
    readonly after: RowKey | undefined;
    readonly limit: number;
  },
): Promise<{ readonly line: string; readonly key: RowKey }[]> {
  const texts = (columns: readonly KeyColumn[]) =>
    sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`));
  const refs = sql.join(key.map(({ name }) => sql.ref(name)));
  const values = key.map(({ type }, i) => sql`${after?.[i]}::${sql.raw(type)}`);
  const where = after === undefined ? sql`` : sql`WHERE (${refs}) > (${sql.join(values)})`;
  const { rows } = await sql<{ line: string; key: RowKey }>`
    SELECT json_build_array(${texts(table.columns)})::text AS line, json_build_array(${texts(key)}) AS key
    FROM ${sql.table(table.name)} ${where} ORDER BY ${refs} LIMIT ${sql.lit(limit)}`.execute(db);
  return rows;
}

async function listKeyColumns(db: Kysely<Schema>, { name }: TableShape): Promise<KeyColumn[]> {
  const { rows } = await sql<KeyColumn>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_index x JOIN pg_attribute a ON a.attrelid = x.indrelid AND a.attnum = ANY (x.indkey)
    WHERE x.indrelid = ${name}::regclass AND x.indisprimary
    ORDER BY array_position(x.indkey::smallint[], a.attnum)`.execute(db);
  // Rows of a table without a primary key have a position, which stays as long as nobody writes.
  return rows.length > 0 ? rows : [{ name: 'ctid', type: 'tid' }];
}
