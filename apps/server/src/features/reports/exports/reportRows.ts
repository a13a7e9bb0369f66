import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { readTexts } from '../../../db/readTexts.ts';
import { encodeBatches } from '../../../http/encodeList.ts';
import type { Layer } from '../../../layers/Layer.ts';
import { layerConstants } from '../../../layers/layerQuery.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import type { SingleLayerQuery } from '../../../query/ObjectQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';
import { inReport, reportObjects } from '../reportQuery.ts';
import { type SortOrder, sortedRows } from '../reportSort.ts';
import type { ReportCell } from './ReportCells.ts';
import type { RowFormat } from './RowFormat.ts';

export interface RowQuery {
  readonly query: SingleLayerQuery;
  readonly layer: Layer;
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
  /** Rows past it are neither counted nor written. */
  readonly limit: number;
  /** Time for all rows together, where one statement reads them. */
  readonly statementMs?: number;
}

/** Rows of a file as the database writes them: each is one text. */
type Batches = AsyncGenerator<readonly string[], void, undefined>;

/**
 * Counts the rows of a file and returns them as a stream. On PostgreSQL one statement reads them in one snapshot and holds a
 * connection until the last row, so the reader must be fast (`bufferToDisk`). The embedded engine has one connection: there
 * they are read in batches of ids, and nothing is held in between.
 */
export async function openRows(database: Database, rows: RowQuery, options: RowsOptions): Promise<FileRows> {
  if (database.kind === 'postgres') {
    const count = await countRows(database, rows, options.limit);
    return toFile(count, rows.format, readAtOnce(database, rows, options));
  }
  const ids = await readIds(database, rows, options.limit);
  return toFile(ids.length, rows.format, readByIds(database, rows, ids));
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

/** The geometry and the values of the cells, if there are any, as the columns that a format expects. */
const rowValues = (layers: SingleLayerQuery['layers'], cells: readonly ReportCell[]) =>
  sql.join([
    sql`${visibleGeometry(layers)} AS geom`,
    ...cells.map(({ value }, index) => sql`${value} AS ${sql.ref(`c${index}`)}`),
  ]);

async function countRows(database: Database, { query }: RowQuery, limit: number): Promise<number> {
  return await inReport(database, async (db) => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count
      FROM (SELECT FROM ${reportObjects(query)} LIMIT ${limit}::integer) AS g`.execute(db);
    return rows[0]?.count ?? 0;
  });
}

function readAtOnce(
  database: Database,
  { query, order, cells, format }: RowQuery,
  { limit, statementMs }: RowsOptions,
): Batches {
  const objects = reportObjects(query);
  const values = rowValues(query.layers, cells);
  const rows = sortedRows({ order, objects, values, size: limit });
  return readTexts(database, sql`SELECT ${format.row} AS text FROM (${rows}) AS r`, { statementMs });
}

async function readIds(
  database: Database,
  { query, order }: RowQuery,
  limit: number,
): Promise<readonly number[]> {
  return await inReport(database, async (db) => {
    const { rows } = await sql<{ ids: number[] }>`
      SELECT coalesce(array_agg(s.id), '{}') AS ids
      FROM (${sortedRows({ order, objects: reportObjects(query), size: limit })}) AS s`.execute(db);
    return rows[0]?.ids ?? [];
  });
}

const FIRST_ROWS = 200;
const MAX_ROWS = 4_000;
/** Characters of text read at once, so that other requests have the engine every few ten milliseconds. */
const BATCH_LENGTH = 600_000;

/** Leaves out objects deleted or hidden since the ids were read. OFFSET 0 computes each value once. */
async function* readByIds(
  database: Database,
  { query: { layers }, cells, format }: RowQuery,
  ids: readonly number[],
): Batches {
  const read = (some: readonly number[]) =>
    inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
      const { rows } = await sql<{ text: string }>`
        SELECT ${format.row} AS text
        FROM (
          SELECT g.id, ${rowValues(layers, cells)}
          FROM unnest(${some}::bigint[]) WITH ORDINALITY AS i(id, rank) CROSS JOIN ${layerConstants(layers[0])}
          JOIN geoms AS g ON g.id = i.id AND ${toCondition({ layers })}
          ORDER BY i.rank OFFSET 0) AS r`.execute(db);
      return rows.map(({ text }) => text);
    });
  let size = FIRST_ROWS;
  for (let from = 0; from < ids.length; ) {
    const some = ids.slice(from, from + size);
    from += some.length;
    const texts = await read(some);
    const length = texts.reduce((sum, text) => sum + text.length, 0);
    if (length > 0) size = Math.round((some.length * BATCH_LENGTH) / length);
    size = Math.max(1, Math.min(MAX_ROWS, size));
    if (texts.length > 0) yield texts;
  }
}
