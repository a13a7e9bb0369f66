import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import { readTexts } from '../../../db/readTexts.ts';
import type { StreamOptions } from '../../../db/streamQuery.ts';
import { encodeBatches, type ListFrame } from '../../../http/encodeList.ts';
import { startStream } from '../../../http/startStream.ts';
import { bufferToDisk } from '../../../storage/bufferToDisk.ts';

/**
 * Streams the one text column of a query as a list. The connection returns to the pool with the last row, or when the stream
 * is destroyed; it does not wait for a slow reader.
 */
export const streamRows = (
  { database, storage }: Pick<AppDeps, 'database' | 'storage'>,
  query: RawBuilder<unknown>,
  frame: ListFrame,
  options: StreamOptions = {},
): Promise<Readable> =>
  startStream(bufferToDisk(encodeBatches(frame, readTexts(database, query, options)), storage.tempStore));

/** The frame of an empty list. */
export const emptyRows = ({ head, tail }: ListFrame): Readable =>
  Readable.from([Buffer.from(head + tail)], { objectMode: false });
