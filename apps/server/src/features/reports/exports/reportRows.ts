import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';
import { type LayerScope, layerRow, visibleObjects } from '../../classifiers/index.ts';
import { reportObjects } from '../readReport.ts';
import { orderBy, type SortOrder } from '../reportSort.ts';
import type { ReportCell } from './ReportCells.ts';
import type { RowFormat } from './RowFormat.ts';

/** Rows that one statement writes: as many as made about so much text the last time, some ten milliseconds. */
const CHUNK_LENGTH = 600_000;
const FIRST_ROWS = 500;
const MOST_ROWS = 4_000;
/** Statements under way at once: while one is answered the next is worked on. */
const CHUNKS_AHEAD = 2;

export interface RowQuery {
  readonly scope: LayerScope;
  readonly conditions: readonly Condition[];
  readonly order: SortOrder;
}

/**
 * Ids of the report in its order: eight bytes a row, read at once, so that no connection waits for a reader. They come as
 * one text: a row of its own for each takes longer than finding it.
 */
export async function readIds(
  database: Database,
  { scope, conditions, order }: RowQuery,
  most: number,
): Promise<Float64Array> {
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await sql`SET LOCAL jit = off`.execute(db);
    const { rows } = await sql<{ count: number; ids: string | null }>`
      SELECT count(*)::integer AS count, string_agg(id::text, ',') AS ids
      FROM (SELECT g.id FROM ${reportObjects(scope, conditions)}
            ORDER BY ${orderBy(order)} LIMIT ${most}::integer) AS found`.execute(db);
    return parseIds(rows[0]?.ids ?? '', rows[0]?.count ?? 0);
  });
}

const COMMA = 44;
const ZERO = 48;

/** Digit by digit: no text of its own for each of them. */
function parseIds(text: string, count: number): Float64Array {
  const ids = new Float64Array(count);
  let place = 0;
  let id = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === COMMA) {
      ids[place] = id;
      place += 1;
      id = 0;
    } else id = id * 10 + code - ZERO;
  }
  if (count > 0) ids[place] = id;
  return ids;
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
  let from = 0;
  const ahead: NonNullable<ReturnType<typeof chunkAt>>[] = [];
  const fill = () => {
    while (ahead.length < CHUNKS_AHEAD) {
      const chunk = chunkAt(from);
      if (chunk === undefined) return;
      ahead.push(chunk);
      from = chunk.to;
    }
  };
  fill();
  for (let chunk = ahead.shift(); chunk !== undefined; chunk = ahead.shift()) {
    const { rows, to } = chunk;
    const text = await chunk.text;
    if (text !== undefined) size = nextSize(rows, text.length);
    fill();
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
