import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { readTexts } from '../../db/readTexts.ts';
import type { StreamOptions } from '../../db/streamQuery.ts';
import { encodeBatches, type ListFrame } from '../../http/encodeList.ts';
import { startStream } from '../../http/startStream.ts';
import { spill } from '../../storage/spill.ts';

/**
 * A list that is the one text column of a query, streamed as the database writes it. The connection goes back with the last
 * row, or when the stream is destroyed; it does not wait for a slow reader.
 */
export const streamRows = (
  { database, storage }: Pick<AppDeps, 'database' | 'storage'>,
  query: RawBuilder<unknown>,
  frame: ListFrame,
  options: StreamOptions = {},
): Promise<Readable> =>
  startStream(spill(encodeBatches(frame, readTexts(database, query, options)), storage.spool));

/** The same frame with nothing in its list. */
export const emptyRows = ({ head, tail }: ListFrame): Readable =>
  Readable.from([Buffer.from(head + tail)], { objectMode: false });
