import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { type LayerScope, layerRow, visibleObjects } from '../../classifiers/index.ts';
import type { ReportCell } from './ReportCells.ts';
import type { RowFormat } from './RowFormat.ts';
import type { RowPlaces } from './RowPlaces.ts';

/**
 * What one statement writes: as many rows as made about so much text the last time. The embedded engine is somebody else's
 * turn every some ten milliseconds; elsewhere planning a statement anew costs more than waiting for it.
 */
const chunks = {
  postgres: { length: 2_400_000, rows: 16_000 },
  embedded: { length: 600_000, rows: 4_000 },
} as const;
const FIRST_ROWS = 500;

/** Past some thousand places the planner would read the whole table for each piece: a row is looked for at its place only. */
const BY_PLACE =
  'SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off';

interface ChunkQuery {
  readonly scope: LayerScope;
  readonly cells: readonly ReportCell[];
  readonly format: RowFormat;
}

interface Span {
  readonly from: number;
  readonly to: number;
}

interface ChunkRow {
  readonly text: string | null;
  readonly count: number;
}

/**
 * What was deleted or hidden since the places were read is left out; undefined when nothing is left. What was changed
 * since has another place and is found by its id. OFFSET 0: each value is worked out once. The database puts the rows
 * together: a row of its own for each costs as much again as writing it.
 */
async function readChunk(
  database: Database,
  { scope, cells, format }: ChunkQuery,
  places: RowPlaces,
  { from, to }: Span,
): Promise<string | undefined> {
  const values = cells.map(({ value }, place) => sql`${value} AS ${sql.ref(`c${place}`)}`);
  const read = (rows: ReturnType<typeof sql>, isRow: ReturnType<typeof sql>, settings?: string) =>
    inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
      if (settings !== undefined) await sql.raw(settings).execute(db);
      const { rows: found } = await sql<ChunkRow>`
        SELECT string_agg(${format.row}, ${format.between}::text) AS text, count(*)::integer AS count
        FROM (
          SELECT g.id, g.geom, ${sql.join(values)}
          FROM ${rows} CROSS JOIN ${layerRow(scope)} JOIN geoms AS g ON ${isRow} AND ${visibleObjects([scope])}
          ORDER BY i.place OFFSET 0) AS r`.execute(db);
      return found[0] ?? { text: null, count: 0 };
    });
  const span = places.span(from, to);
  // The id is compared where no index is looked for: a vacuum may have given the place to another row.
  let { text, count } = await read(
    sql`unnest(${span.ids}::bigint[], ${span.places}::tid[]) WITH ORDINALITY AS i(id, at, place)`,
    sql`g.ctid = i.at AND g.id IS NOT DISTINCT FROM i.id`,
    BY_PLACE,
  );
  if (count < to - from)
    ({ text } = await read(
      sql`unnest(${span.ids}::bigint[]) WITH ORDINALITY AS i(id, place)`,
      sql`g.id = i.id`,
    ));
  return text ?? undefined;
}

export interface WrittenChunk {
  readonly bytes: Buffer;
  /** Rows that have been read so far. */
  readonly done: number;
}

/**
 * The file piece by piece, `ahead` chunks ahead of its reader: between two chunks no connection is held, so that a slow
 * reader costs some megabytes and nothing else.
 */
export async function* writeRows(
  database: Database,
  query: ChunkQuery,
  places: RowPlaces,
  ahead = 1,
): AsyncGenerator<WrittenChunk, void, undefined> {
  const { head, between, tail } = query.format;
  let size = FIRST_ROWS;
  let from = 0;
  const pending: (Span & { readonly text: Promise<string | undefined> })[] = [];
  const readAhead = () => {
    while (pending.length < ahead && from < places.count) {
      const span = { from, to: Math.min(from + size, places.count) };
      const text = readChunk(database, query, places, span);
      text.catch(() => {}); // Thrown where it is awaited.
      pending.push({ ...span, text });
      from = span.to;
    }
  };
  yield { bytes: Buffer.from(head), done: 0 };
  let isFirst = true;
  readAhead();
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const text = await next.text;
    if (text !== undefined) size = nextSize(database.kind, next.to - next.from, text.length);
    readAhead();
    if (text === undefined) continue;
    const bytes = Buffer.from(isFirst ? text : between + text);
    isFirst = false;
    yield { bytes, done: next.to };
  }
  yield { bytes: Buffer.from(tail), done: places.count };
}

/** Shapes make rows of a megabyte, and rows of numbers of fifty bytes. */
const nextSize = (kind: Database['kind'], rows: number, length: number): number =>
  Math.max(1, Math.min(chunks[kind].rows, Math.round((rows * chunks[kind].length) / length)));
