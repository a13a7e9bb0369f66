import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { Database } from '../../db/Database.ts';
import { readTexts } from '../../db/readTexts.ts';
import type { StreamOptions } from '../../db/streamQuery.ts';
import { encodeBatches, type ListFrame } from '../../http/encodeList.ts';
import { startStream } from '../../http/startStream.ts';

/** So far a slow reader costs memory, not the connection; a typical answer has less. */
const READ_AHEAD_BYTES = 4 * 1024 * 1024;

/**
 * A list that is the one text column of a query, streamed as the database writes it. The connection goes back with
 * the last row, or when the stream is destroyed.
 */
export const streamRows = (
  database: Database,
  query: RawBuilder<unknown>,
  frame: ListFrame,
  options: StreamOptions = {},
): Promise<Readable> =>
  startStream(encodeBatches(frame, readTexts(database, query, options)), { highWaterMark: READ_AHEAD_BYTES });

/** The same frame with nothing in its list. */
export const emptyRows = ({ head, tail }: ListFrame): Readable =>
  Readable.from([Buffer.from(head + tail)], { objectMode: false });
