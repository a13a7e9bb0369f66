import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import { readBatches } from '../../../db/streamQuery.ts';
import { type LayerScope, layerRow, visibleObjects } from '../../classifiers/index.ts';
import { reportObjects } from '../readReport.ts';
import { orderBy, type SortOrder } from '../reportSort.ts';
import type { ReportCell } from './ReportCells.ts';
import type { RowFormat } from './RowFormat.ts';

/** Rows that one statement writes: as many as made about so much text the last time, some ten milliseconds. */
const CHUNK_LENGTH = 600_000;
const FIRST_ROWS = 500;
const MOST_ROWS = 4_000;
const ID_BATCH = 20_000;

export interface RowQuery {
  readonly scope: LayerScope;
  readonly conditions: readonly Condition[];
  readonly order: SortOrder;
}

/** Ids of the report in its order: eight bytes a row, read at once, so that no connection waits for a reader. */
export async function readIds(
  database: Database,
  { scope, conditions, order }: RowQuery,
  most: number,
): Promise<Float64Array> {
  const { sql: text, parameters } = sql`
    SELECT g.id FROM ${reportObjects(scope, conditions)} ORDER BY ${orderBy(order)} LIMIT ${most}::integer`.compile(
    database.db,
  );
  let ids = new Float64Array(ID_BATCH);
  let count = 0;
  const batches = readBatches<[number]>(database, text, parameters, {
    rowMode: 'array',
    nextBatchRows: () => ID_BATCH,
  });
  for await (const batch of batches) {
    if (count + batch.length > ids.length) {
      const more = new Float64Array(ids.length * 2 + batch.length);
      more.set(ids.subarray(0, count));
      ids = more;
    }
    for (const [id] of batch) {
      ids[count] = id;
      count += 1;
    }
  }
  return ids.slice(0, count);
}

interface ChunkQuery {
  readonly scope: LayerScope;
  readonly cells: readonly ReportCell[];
  readonly format: RowFormat;
}

/**
 * What was deleted or hidden since the ids were read is left out; undefined when nothing is left. OFFSET 0: each value is
 * worked out once. The database puts the rows together: a row of its own for each costs as much again as writing it.
 */
async function readChunk(
  database: Database,
  { scope, cells, format }: ChunkQuery,
  ids: readonly number[],
): Promise<string | undefined> {
  const values = cells.map(({ value }, place) => sql`${value} AS ${sql.ref(`c${place}`)}`);
  const { rows } = await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await sql`SET LOCAL jit = off`.execute(db);
    return await sql<{ text: string | null }>`
      SELECT string_agg(${format.row}, ${format.between}::text ORDER BY r.place) AS text
      FROM (
        SELECT i.place, g.id, g.geom, ${sql.join(values)}
        FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS i(id, place)
        CROSS JOIN ${layerRow(scope)}
        JOIN geoms AS g ON g.id = i.id AND ${visibleObjects([scope])}
        OFFSET 0) AS r`.execute(db);
  });
  return rows[0]?.text ?? undefined;
}

export interface WrittenChunk {
  readonly bytes: Buffer;
  /** Ids that have been read so far. */
  readonly done: number;
}

/**
 * The file piece by piece, one chunk ahead of its reader: between two chunks no connection is held, so that a slow
 * reader costs some hundred kilobytes and nothing else.
 */
export async function* writeRows(
  database: Database,
  query: ChunkQuery,
  ids: Float64Array,
): AsyncGenerator<WrittenChunk, void, undefined> {
  const { head, between, tail } = query.format;
  let size = FIRST_ROWS;
  const chunkAt = (from: number) => {
    if (from >= ids.length) return undefined;
    const to = Math.min(from + size, ids.length);
    const text = readChunk(database, query, [...ids.subarray(from, to)]);
    text.catch(() => {}); // Thrown where it is awaited.
    return { text, rows: to - from, to };
  };
  yield { bytes: Buffer.from(head), done: 0 };
  let isFirst = true;
  let next = chunkAt(0);
  while (next !== undefined) {
    const { rows, to } = next;
    const text = await next.text;
    if (text !== undefined) size = nextSize(rows, text.length);
    next = chunkAt(to);
    if (text === undefined) continue;
    const bytes = Buffer.from(isFirst ? text : between + text);
    isFirst = false;
    yield { bytes, done: to };
  }
  yield { bytes: Buffer.from(tail), done: ids.length };
}

/** Shapes make rows of a megabyte, and rows of numbers of fifty bytes. */
const nextSize = (rows: number, length: number): number =>
  Math.max(1, Math.min(MOST_ROWS, Math.round((rows * CHUNK_LENGTH) / length)));
