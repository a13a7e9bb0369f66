import type { RawBuilder } from 'kysely';
import type { Database } from './Database.ts';
import { readBatches, type StreamOptions } from './streamQuery.ts';

type Row = [text: string];

const BATCH_LENGTH = 512 * 1024;
const FIRST_ROWS = 200;
const MOST_ROWS = 2_000;

/** As many rows as come to about half a megabyte, judging by the batch before. */
function nextBatchRows(batch: readonly Row[]): number {
  if (batch.length === 0) return FIRST_ROWS;
  const length = batch.reduce((sum, [text]) => sum + text.length, 0);
  return Math.min(MOST_ROWS, Math.max(1, Math.floor((BATCH_LENGTH * batch.length) / length)));
}

/**
 * The one text column of a query in batches of about half a megabyte, one ahead of the reader. The connection goes back with
 * the last row, when the query fails, and when the reader stops early.
 */
export async function* readTexts(
  database: Database,
  query: RawBuilder<unknown>,
  options: StreamOptions = {},
): AsyncGenerator<string[], void, undefined> {
  const { sql, parameters } = query.compile(database.db);
  const batches = readBatches<Row>(database, sql, parameters, {
    ...options,
    rowMode: 'array',
    nextBatchRows,
  });
  for await (const batch of batches) yield batch.map(([text]) => text);
}
