import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { readBatches, type StreamOptions } from '../../db/streamQuery.ts';
import { encodeList } from './encodeList.ts';

export interface JsonFrame {
  readonly head: string;
  readonly tail: string;
}

type Row = [text: string];

/** So far a slow reader costs memory, not the connection; a typical answer has less. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;
const BATCH_LENGTH = 512 * 1024;
const FIRST_ROWS = 200;
const MOST_ROWS = 2_000;

/** As many rows as come to about half a megabyte, judging by the batch before. */
function nextBatchRows(batch: readonly Row[]): number {
  if (batch.length === 0) return FIRST_ROWS;
  const length = batch.reduce((sum, [text]) => sum + text.length, 0);
  return Math.min(MOST_ROWS, Math.max(1, Math.floor((BATCH_LENGTH * batch.length) / length)));
}

const textsOf = (batch: readonly Row[]): string[] => batch.map(([text]) => text);

/** Rows between head and tail. */
async function* toPieces(
  first: readonly Row[],
  batches: AsyncIterable<readonly Row[]>,
  { head, tail }: JsonFrame,
): AsyncGenerator<Buffer, void, undefined> {
  yield* encodeList(head, textsOf(first));
  for await (const batch of batches) yield* encodeList(',', textsOf(batch));
  yield Buffer.from(tail);
}

/**
 * JSON whose list is the one text column of a query, streamed as the database writes it. Waits for the first rows, so
 * that a query which fails still becomes an error answer. The connection goes back with the last row, or when the
 * stream is destroyed, read from or not.
 */
export async function streamRows(
  database: Database,
  query: RawBuilder<unknown>,
  frame: JsonFrame,
  options: StreamOptions = {},
): Promise<Readable> {
  const { sql, parameters } = query.compile(database.db);
  const batches = readBatches<Row>(database, sql, parameters, {
    ...options,
    rowMode: 'array',
    nextBatchRows,
  });
  const first = await batches.next();
  const pieces = toPieces(first.done === true ? [] : first.value, batches, frame);
  const stream = Readable.from(pieces, { objectMode: false, highWaterMark: READ_AHEAD_BYTES });
  stream.once('close', () => void batches.return());
  return stream;
}

/** The same frame with nothing in its list. */
export const emptyRows = ({ head, tail }: JsonFrame): Readable =>
  Readable.from([Buffer.from(head + tail)], { objectMode: false });
