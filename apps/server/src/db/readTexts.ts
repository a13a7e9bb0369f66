import type { RawBuilder } from 'kysely';
import type { Database } from './Database.ts';
import { readBatches, type StreamOptions } from './streamQuery.ts';

type Row = [text: string];

const BATCH_LENGTH = 512 * 1024;
const FIRST_ROWS = 200;
const MAX_ROWS = 2_000;

/** Estimates how many rows make about half a megabyte, judging by the previous batch. */
function nextBatchRows(batch: readonly Row[]): number {
  if (batch.length === 0) return FIRST_ROWS;
  const length = batch.reduce((sum, [text]) => sum + text.length, 0);
  return Math.min(MAX_ROWS, Math.max(1, Math.floor((BATCH_LENGTH * batch.length) / length)));
}

/**
 * Yields the one text column of a query in batches of about half a megabyte, one batch ahead of the reader.
 * The connection is released with the last row, when the query fails, and when the reader stops early.
 */
export async function* readTexts(
  database: Database,
  query: RawBuilder<unknown>,
  options: StreamOptions = {},
): AsyncGenerator<string[], void, undefined> {
  const batches = readBatches<Row>(database, query.compile(database.db), {
    ...options,
    rowMode: 'array',
    nextBatchRows,
  });
  for await (const batch of batches) yield batch.map(([text]) => text);
}
