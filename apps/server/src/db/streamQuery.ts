import { once } from 'node:events';
import { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import type { Database } from './Database.ts';
import { wireTypes } from './wireTypes.ts';

export interface StreamOptions {
  /** Of the whole stream, 60 s unless told. */
  readonly statementMs?: number | undefined;
  /** `array`: each row as an array in the order of the columns, which is cheaper than an object. */
  readonly rowMode?: 'array' | undefined;
}

export interface BatchOptions<Row> extends StreamOptions {
  /** How many rows come next, of the batch before; 500 each time unless told. */
  readonly nextBatchRows?: ((batch: readonly Row[]) => number) | undefined;
}

const BATCH_ROWS = 500;
/** 5 000 rows ahead of the reader: so far a slow reader costs memory, not the connection. */
const READ_AHEAD_BATCHES = 10;

/**
 * Gives the rows of a query as the database makes them, without holding all of them. The connection goes back to the
 * pool as soon as the last row is read, when the query fails, and when the reader stops early (`break`, `return`, a
 * destroyed `Readable.from(…)`). Give it a type for its rows; nothing checks it.
 */
export async function* streamQuery<Row>(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
  options: StreamOptions = {},
): AsyncGenerator<Row, void, undefined> {
  const batches = Readable.from(readBatches<Row>(database, text, values, options), {
    highWaterMark: READ_AHEAD_BATCHES,
  });
  for await (const batch of batches) yield* batch as Row[];
}

/**
 * The same in batches, and only one ahead of the reader: whoever reads slowly holds the connection, unless `spill` reads
 * ahead for him.
 */
export async function* readBatches<Row>(
  { pool }: Database,
  text: string,
  values: readonly unknown[],
  { statementMs = limits.statementMs.report, rowMode, nextBatchRows = () => BATCH_ROWS }: BatchOptions<Row>,
): AsyncGenerator<Row[], void, undefined> {
  const client = await pool.connect();
  let cursor: Cursor<Row> | undefined;
  let next: Promise<Row[]> | undefined;
  let failure: Error | undefined;
  try {
    await client.query(
      `BEGIN READ ONLY; SET LOCAL jit = off; SET LOCAL statement_timeout = ${Math.ceil(statementMs)}; ` +
        `SET LOCAL idle_in_transaction_session_timeout = ${limits.statementMs.idleInTransaction}`,
    );
    const config = { types: wireTypes, ...(rowMode === undefined ? {} : { rowMode }) };
    cursor = client.query(new Cursor<Row>(text, [...values], config));
    let wanted = nextBatchRows([]);
    next = cursor.read(wanted);
    while (next !== undefined) {
      const rows: Row[] = await next;
      const isLast = rows.length < wanted;
      if (!isLast) wanted = nextBatchRows(rows);
      // Asked for before these are used: the database and the reader work at the same time.
      next = isLast ? undefined : cursor.read(wanted);
      next?.catch(() => {}); // Thrown where it is awaited.
      if (rows.length > 0) yield rows;
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // A reader who stops early leaves one batch under way.
    failure ??= await next?.then(
      () => undefined,
      (error: Error) => error,
    );
    // After a failure the pool throws the connection away, and with it cursor and transaction.
    client.release(failure ?? (await endReading(client, cursor)));
  }
}

/** Gives the error that spoils the connection, if there is one. */
async function endReading(client: pg.PoolClient, cursor: Cursor | undefined): Promise<Error | undefined> {
  const closed = new AbortController();
  try {
    // On a connection that was lost the cursor's own promise never settles.
    await Promise.race([cursor?.close(), once(client, 'end', { signal: closed.signal })]);
    await client.query('COMMIT');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    closed.abort();
  }
}
