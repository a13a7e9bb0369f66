import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { readTexts } from '../../../db/readTexts.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import { encodeBatches } from '../../../http/encodeList.ts';
import { type LayerScope, layerRow, visibleObjects } from '../../classifiers/index.ts';
import { inReport, reportObjects } from '../readReport.ts';
import { type SortOrder, sortedRows } from '../reportSort.ts';
import type { ReportCell } from './ReportCells.ts';
import type { RowFormat } from './RowFormat.ts';

export interface RowQuery {
  readonly scope: LayerScope;
  readonly conditions: readonly Condition[];
  readonly order: SortOrder;
  readonly cells: readonly ReportCell[];
  readonly format: RowFormat;
}

/** A file that is written as it is read. */
export interface FileRows {
  readonly count: number;
  readonly bytes: AsyncGenerator<Buffer, void, undefined>;
  /** Rows that have been read so far. */
  readonly done: () => number;
}

interface RowsOptions {
  /** More rows are neither counted nor written. */
  readonly most: number;
  /** For all rows together, where they are read at once. */
  readonly statementMs?: number;
}

/** Rows of a file as the database writes them: each is one text. */
type Batches = AsyncGenerator<readonly string[], void, undefined>;

/**
 * Counts the rows of a file, and writes them when they are asked for. PostgreSQL reads them at once, as they are at one
 * moment, and a connection is held until the last is read: let nobody slow read them (`spill`). The embedded engine has
 * but one connection, so that there they are read in pieces by ids, and nothing is held in between.
 */
export async function openRows(database: Database, query: RowQuery, options: RowsOptions): Promise<FileRows> {
  if (database.kind === 'postgres') {
    const count = await countRows(database, query, options.most);
    return toFile(count, query.format, readAtOnce(database, query, options));
  }
  const ids = await readIds(database, query, options.most);
  return toFile(ids.length, query.format, readByIds(database, query, ids));
}

function toFile(count: number, format: RowFormat, batches: Batches): FileRows {
  let done = 0;
  async function* counted(): Batches {
    for await (const texts of batches) {
      done += texts.length;
      yield texts;
    }
  }
  return { count, bytes: encodeBatches(format, counted()), done: () => done };
}

/** The values of the cells as the columns that a format expects. */
const cellValues = (cells: readonly ReportCell[]) =>
  sql.join(cells.map(({ value }, place) => sql`${value} AS ${sql.ref(`c${place}`)}`));

async function countRows(database: Database, { scope, conditions }: RowQuery, most: number): Promise<number> {
  return await inReport({ database }, async (db) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count
      FROM (SELECT FROM ${reportObjects(scope, conditions)} LIMIT ${most}::integer) AS g`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

function readAtOnce(
  database: Database,
  { scope, conditions, order, cells, format }: RowQuery,
  { most, statementMs }: RowsOptions,
): Batches {
  const objects = reportObjects(scope, conditions);
  const values = sql`g.geom, ${cellValues(cells)}`;
  const rows = sortedRows({ order, objects, values, size: most });
  return readTexts(database, sql`SELECT ${format.row} AS text FROM (${rows}) AS r`, { statementMs });
}

async function readIds(
  database: Database,
  { scope, conditions, order }: RowQuery,
  most: number,
): Promise<readonly number[]> {
  return await inReport({ database }, async (db) => {
    const { rows } = await sql<{ ids: number[] }>`
      SELECT coalesce(array_agg(s.id), '{}') AS ids
      FROM (${sortedRows({ order, objects: reportObjects(scope, conditions), size: most })}) AS s`.execute(
      db,
    );
    return rows[0]?.ids ?? [];
  });
}

const FIRST_ROWS = 200;
const MOST_ROWS = 4_000;
/** The engine is somebody else's turn every some ten milliseconds. */
const PIECE_LENGTH = 600_000;

/** What was deleted or hidden since the ids were read is left out. OFFSET 0: each value is worked out once. */
async function* readByIds(
  database: Database,
  { scope, cells, format }: RowQuery,
  ids: readonly number[],
): Batches {
  const read = (some: readonly number[]) =>
    inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
      const { rows } = await sql<{ text: string }>`
        SELECT ${format.row} AS text
        FROM (
          SELECT g.id, g.geom, ${cellValues(cells)}
          FROM unnest(${some}::bigint[]) WITH ORDINALITY AS i(id, place) CROSS JOIN ${layerRow(scope)}
          JOIN geoms AS g ON g.id = i.id AND ${visibleObjects([scope])}
          ORDER BY i.place OFFSET 0) AS r`.execute(db);
      return rows.map(({ text }) => text);
    });
  let size = FIRST_ROWS;
  for (let from = 0; from < ids.length; ) {
    const some = ids.slice(from, from + size);
    from += some.length;
    const texts = await read(some);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > 0) size = Math.round((some.length * PIECE_LENGTH) / length);
    size = Math.max(1, Math.min(MOST_ROWS, size));
    if (texts.length > 0) yield texts;
  }
}
