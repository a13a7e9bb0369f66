import { once } from 'node:events';
import { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { startDeadline } from './connection/DeadlineClient.ts';
import { withStatementLimit } from './connection/statementDeadline.ts';
import { wireTypes } from './connection/wireTypes.ts';
import type { Database } from './Database.ts';

/** The text of a statement and the values of its `$1`, `$2` …; a compiled query of Kysely is one. */
export interface StreamedQuery {
  readonly sql: string;
  readonly parameters?: readonly unknown[];
}

export interface StreamOptions {
  /** Limit for the whole stream, 60 s by default. */
  readonly statementMs?: number | undefined;
  /** `array` returns each row as an array in the order of the columns, which is cheaper than an object. */
  readonly rowMode?: 'array' | undefined;
}

export interface BatchOptions<Row> extends StreamOptions {
  /** Size of the next batch in rows, given the previous batch; 500 by default. */
  readonly nextBatchRows?: ((batch: readonly Row[]) => number) | undefined;
}

const BATCH_ROWS = 500;
/** 5 000 rows ahead of the reader: up to that a slow reader costs memory, not the connection. */
const READ_AHEAD_BATCHES = 10;

/**
 * Yields the rows of a query as the database produces them, without holding all of them. The connection
 * returns to the pool as soon as the last row is read, when the query fails, and when the reader stops early
 * (`break`, `return`, a destroyed `Readable.from(…)`). The type parameter names the row's type; nothing
 * checks it.
 */
export async function* streamQuery<Row>(
  database: Database,
  query: StreamedQuery,
  options: StreamOptions = {},
): AsyncGenerator<Row, void, undefined> {
  const batches = Readable.from(readBatches<Row>(database, query, options), {
    highWaterMark: READ_AHEAD_BATCHES,
  });
  for await (const batch of batches) yield* batch as Row[];
}

/**
 * Yields batches, at most one ahead of the reader. A slow reader therefore holds the connection, unless
 * `bufferToDisk` reads ahead.
 */
export async function* readBatches<Row>(
  { pool }: Database,
  { sql, parameters = [] }: StreamedQuery,
  { statementMs = limits.statementMs.report, rowMode, nextBatchRows = () => BATCH_ROWS }: BatchOptions<Row>,
): AsyncGenerator<Row[], void, undefined> {
  const client = await pool.connect();
  const read = (open: Cursor<Row>, rows: number): Promise<Row[]> =>
    withStatementLimit(statementMs, () => open.read(rows).finally(startDeadline(client)));
  let cursor: Cursor<Row> | undefined;
  let next: Promise<Row[]> | undefined;
  let failure: Error | undefined;
  try {
    await client.query(
      `BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL statement_timeout = ${Math.ceil(statementMs)}; ` +
        `SET LOCAL idle_in_transaction_session_timeout = ${limits.statementMs.idleInTransaction}`,
    );
    const config = { types: wireTypes, ...(rowMode === undefined ? {} : { rowMode }) };
    cursor = client.query(new Cursor<Row>(sql, [...parameters], config));
    let batchRows = nextBatchRows([]);
    next = read(cursor, batchRows);
    while (next !== undefined) {
      const rows: Row[] = await next;
      const isLast = rows.length < batchRows;
      if (!isLast) batchRows = nextBatchRows(rows);
      // The next batch is requested before this one is used: the database and the reader work at the same
      // time.
      next = isLast ? undefined : read(cursor, batchRows);
      next?.catch(() => {}); // Thrown where it is awaited.
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A reader that stops early leaves one batch under way.
    failure ??= await next?.then(
      () => undefined,
      (error: Error) => error,
    );
    // After a failure the pool discards the connection, and with it the cursor and the transaction.
    client.release(failure ?? (await endReading(client, cursor)));
  }
}

/** Returns the error that makes the connection unusable, if there is one. */
async function endReading(client: pg.PoolClient, cursor: Cursor | undefined): Promise<Error | undefined> {
  const closed = new AbortController();
  try {
    // The cursor's own promise never settles on a lost connection.
    await Promise.race([cursor?.close(), once(client, 'end', { signal: closed.signal })]);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    closed.abort();
  }
}
