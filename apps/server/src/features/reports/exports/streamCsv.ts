import type { Readable } from 'node:stream';
import { limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../errors/AppError.ts';
import { startStream } from '../../../http/startStream.ts';
import { bufferToDisk } from '../../../storage/bufferToDisk.ts';
import { auditExport } from './auditExport.ts';
import { type ExportRequest, prepareExport } from './prepareExport.ts';
import { type FileRows, openRows } from './reportRows.ts';

/** API-GEOM-15: streams the report; one with more than `reportDirectRows` has to be written to a file first. */
export async function streamCsv(
  deps: AppDeps,
  request: Omit<ExportRequest, 'format'>,
  { requestId, signal }: { readonly requestId: string; readonly signal: AbortSignal },
): Promise<Readable> {
  const leave = await deps.reportSlots.enter(request.actor.userId, signal);
  try {
    const bytes = await readCsv(deps, request, requestId);
    return await startStream(bufferToDisk(withRelease(bytes, leave), deps.storage.tempStore));
  } catch (error) {
    leave();
    throw error;
  }
}

/** Gives the slot back as soon as the database has delivered the last row, not when the client has read it. */
async function* withRelease(
  bytes: AsyncGenerator<Buffer, void, undefined>,
  leave: () => void,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* bytes;
  } finally {
    leave();
  }
}

async function readCsv(
  { database }: Pick<AppDeps, 'database'>,
  request: Omit<ExportRequest, 'format'>,
  requestId: string,
): Promise<FileRows['bytes']> {
  const prepared = await prepareExport({ database }, { ...request, format: 'csv' });
  const { count, bytes } = await openRows(database, prepared, { limit: limits.reportDirectRows + 1 });
  if (count > limits.reportDirectRows)
    throw new AppError('TOO_MANY_ROWS', {
      count: limits.reportDirectRows,
      values: { limit: limits.reportDirectRows },
    });
  await auditExport(
    database.db,
    { ...request, format: 'csv' },
    { layer: prepared.layer, rows: count, requestId },
  );
  return bytes;
}
