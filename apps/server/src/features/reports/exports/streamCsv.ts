import { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../http/AppError.ts';
import { auditExport } from './auditExport.ts';
import { type ExportWish, prepareExport } from './prepareExport.ts';
import { readIds, writeRows } from './reportRows.ts';

/** API-GEOM-15: the report as a stream; past `reportDirectRows` it has to be written into a file first. */
export async function streamCsv(
  deps: AppDeps,
  wish: Omit<ExportWish, 'format'>,
  requestId: string,
): Promise<Readable> {
  const { database } = deps;
  const prepared = await prepareExport(deps, { ...wish, format: 'csv' });
  const ids = await readIds(database, prepared, limits.reportDirectRows + 1);
  if (ids.length > limits.reportDirectRows)
    throw new AppError('TOO_MANY_ROWS', { count: limits.reportDirectRows });
  await auditExport(database.db, { ...wish, format: 'csv' }, prepared, { rows: ids.length, requestId });
  const chunks = writeRows(database, prepared, ids);
  return Readable.from(bytesOf(chunks), { objectMode: false });
}

async function* bytesOf(chunks: ReturnType<typeof writeRows>): AsyncGenerator<Buffer, void, undefined> {
  for await (const { bytes } of chunks) yield bytes;
}
