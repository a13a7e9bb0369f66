import type { IncomingMessage } from 'node:http';
import type { ImportId } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { StoredImportFile } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { addJobs } from '../../../jobs/jobTable.ts';
import { addPendingBlobs, attachBlobs } from '../../../storage/pendingBlobs.ts';
import { changeImport, getOwnImport, type ImportRow } from '../importRows.ts';
import { READ_JOB } from '../readJob.ts';

export interface UploadRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly index: number;
}

export interface UploadState {
  readonly received: number;
  readonly size: number;
}

export async function getUpload(deps: AppDeps, request: UploadRequest): Promise<UploadState> {
  const file = getFile(await getOwnImport(deps.database.db, request.actor, request.id), request.index);
  const { size, key, isStored } = file;
  return { size, received: isStored ? size : await deps.storage.uploads.sizeOf(key) };
}

function getFile({ files }: ImportRow, index: number): StoredImportFile {
  const file = files[index];
  if (file === undefined) throw new AppError('NOT_FOUND');
  return file;
}

/**
 * Appends the bytes of a request to a file and returns how many have arrived. A connection that breaks off leaves what
 * has arrived; with the last byte of the last file the reading job is added.
 */
export async function appendUpload(
  deps: AppDeps,
  request: UploadRequest & { readonly offset: number; readonly raw: IncomingMessage },
): Promise<number> {
  const { actor, id, index, offset, raw } = request;
  const { uploads } = deps.storage;
  const { key, size, isStored } = getFile(await getOwnImport(deps.database.db, actor, id), index);
  // The rest of a refused body is read and dropped, so that the client gets to read the answer.
  const refuse = (code: 'UPLOAD_OFFSET' | 'PAYLOAD_TOO_LARGE') => {
    raw.resume();
    return new AppError(code);
  };
  if (isStored) throw refuse('UPLOAD_OFFSET');
  if (offset + Number(raw.headers['content-length'] ?? 0) > size) throw refuse('PAYLOAD_TOO_LARGE');
  const received = await uploads
    .append(key, { offset, source: raw, maxBytes: size })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.syscall !== undefined && error.code !== 'ECONNRESET') throw error;
      throw new AppError('UPLOAD_BROKEN');
    });
  if (received === undefined) throw refuse('UPLOAD_OFFSET');
  if (received === 'tooLong') throw new AppError('PAYLOAD_TOO_LARGE');
  if (received === size) await storeFile(deps, request, key);
  return received;
}

/** Moves a complete file to the blob store, from which every process reads it. */
async function storeFile(
  { database, clock, storage, jobs }: AppDeps,
  { actor, id }: UploadRequest,
  key: string,
): Promise<void> {
  await addPendingBlobs(database.db, [key]);
  await storage.blobs.put(key, storage.uploads.pathOf(key));
  const isComplete = await inTransaction(database, {}, async (db) => {
    const row = await getOwnImport(db, actor, id, { locks: true });
    const files = row.files.map((file) => (file.key === key ? { ...file, isStored: true } : file));
    const isLast = files.every(({ isStored }) => isStored);
    await changeImport(db, row, { files: JSON.stringify(files), ...(isLast && { state: 'reading' }) });
    if ((await attachBlobs(db, [key])) !== 1) throw new Error('the blob was swept meanwhile');
    if (isLast)
      await addJobs(db, clock, [{ companyId: row.company_id, kind: READ_JOB, payload: { importId: id } }]);
    return isLast;
  });
  if (isComplete) jobs.wake(READ_JOB);
}
