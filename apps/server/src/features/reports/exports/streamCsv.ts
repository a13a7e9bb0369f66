import { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../http/AppError.ts';
import { auditExport } from './auditExport.ts';
import { type ExportWish, prepareExport } from './prepareExport.ts';
import { readPlaces } from './RowPlaces.ts';
import { writeRows } from './reportRows.ts';

/** Two connections write while the reader is quick; of the embedded engine there is but one. */
const chunksAhead = { postgres: 2, embedded: 1 } as const;

/** API-GEOM-15: the report as a stream; past `reportDirectRows` it has to be written into a file first. */
export async function streamCsv(
  deps: AppDeps,
  wish: Omit<ExportWish, 'format'>,
  requestId: string,
): Promise<Readable> {
  const { database } = deps;
  const prepared = await prepareExport(deps, { ...wish, format: 'csv' });
  const places = await readPlaces(database, prepared, limits.reportDirectRows + 1);
  if (places.count > limits.reportDirectRows)
    throw new AppError('TOO_MANY_ROWS', { count: limits.reportDirectRows });
  await auditExport(database.db, { ...wish, format: 'csv' }, prepared, { rows: places.count, requestId });
  const chunks = writeRows(database, prepared, places, chunksAhead[database.kind]);
  return Readable.from(bytesOf(chunks), { objectMode: false });
}

async function* bytesOf(chunks: ReturnType<typeof writeRows>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}
