import type { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../http/AppError.ts';
import { startStream } from '../../../http/startStream.ts';
import { spill } from '../../../storage/spill.ts';
import { auditExport } from './auditExport.ts';
import { type ExportWish, prepareExport } from './prepareExport.ts';
import { openRows } from './reportRows.ts';

/** API-GEOM-15: the report as a stream; past `reportDirectRows` it has to be written into a file first. */
export async function streamCsv(
  deps: AppDeps,
  wish: Omit<ExportWish, 'format'>,
  requestId: string,
): Promise<Readable> {
  const { database, storage } = deps;
  const prepared = await prepareExport(deps, { ...wish, format: 'csv' });
  const { count, bytes } = await openRows(database, prepared, { most: limits.reportDirectRows + 1 });
  if (count > limits.reportDirectRows)
    throw new AppError('TOO_MANY_ROWS', { count: limits.reportDirectRows });
  await auditExport(database.db, { ...wish, format: 'csv' }, prepared, { rows: count, requestId });
  return await startStream(spill(bytes, storage.spool));
}
