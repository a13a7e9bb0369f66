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

/** Rows that one statement writes: some hundred kilobytes, some ten milliseconds. */
const CHUNK_ROWS = 4_000;
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

/** What was deleted or hidden since the ids were read is left out. OFFSET 0: each value is worked out once. */
async function readChunk(
  database: Database,
  { scope, cells, format }: ChunkQuery,
  ids: readonly number[],
): Promise<string[]> {
  const values = cells.map(({ value }, place) => sql`${value} AS ${sql.ref(`c${place}`)}`);
  const { rows } = await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await sql`SET LOCAL jit = off`.execute(db);
    return await sql<{ row: string }>`
      SELECT ${format.row} AS row
      FROM (
        SELECT i.place, g.id, g.geom, ${sql.join(values)}
        FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS i(id, place)
        CROSS JOIN ${layerRow(scope)}
        JOIN geoms AS g ON g.id = i.id AND ${visibleObjects([scope])}
        OFFSET 0) AS r
      ORDER BY r.place`.execute(db);
  });
  return rows.map(({ row }) => row);
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
  const chunkAt = (at: number) => {
    if (at >= ids.length) return undefined;
    const chunk = readChunk(database, query, [...ids.subarray(at, at + CHUNK_ROWS)]);
    chunk.catch(() => {}); // Thrown where it is awaited.
    return chunk;
  };
  yield { bytes: Buffer.from(head), done: 0 };
  let isFirst = true;
  let next = chunkAt(0);
  for (let at = 0; next !== undefined; at += CHUNK_ROWS) {
    const rows = await next;
    next = chunkAt(at + CHUNK_ROWS);
    if (rows.length === 0) continue;
    const text = `${isFirst ? '' : between}${rows.join(between)}`;
    isFirst = false;
    yield { bytes: Buffer.from(text), done: Math.min(at + CHUNK_ROWS, ids.length) };
  }
  yield { bytes: Buffer.from(tail), done: ids.length };
}
