import type { FileId, ObjectId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { addPendingBlobs } from '../../storage/pendingBlobs.ts';
import { auditFile } from './auditFile.ts';
import { deleteFileRow } from './fileRows.ts';
import { getFileOf } from './readFiles.ts';
import { mayDelete } from './toGeomFile.ts';

export interface FileRequest extends Reader {
  readonly geometryId: ObjectId;
  readonly fileId: FileId;
  readonly requestId: string;
}

/** API-FILE-04. The blob is deleted an hour later: a running backup may still need it. */
export async function deleteFile({ database }: AppDeps, request: FileRequest): Promise<void> {
  const { actor, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const { file, object } = await getFileOf(db, request, request);
    const { owner } = object.owner;
    if (!mayDelete(actor, owner, file)) throw new AppError('FORBIDDEN');
    if (!(await deleteFileRow(db, file))) throw new AppError('NOT_FOUND');
    await addPendingBlobs(db, [file.blobKey]);
    await auditFile(db, { actor, requestId, action: 'FILE_DELETED', owner, file });
  });
}
