import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import type { Reader } from '../classifiers/index.ts';
import { auditFile } from './auditFile.ts';
import { getFileOf } from './readFiles.ts';
import { addLooseBlobs, deleteFileRow } from './repository.ts';
import { mayDelete } from './toGeomFile.ts';

export interface FileRequest extends Reader {
  readonly geometryId: number;
  readonly fileId: number;
  readonly requestId: string;
}

/** API-FILE-04. The blob goes an hour later: a backup under way may still want it. */
export async function deleteFile({ database }: AppDeps, request: FileRequest): Promise<void> {
  const { actor, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const { file, seen } = await getFileOf(db, request, request);
    const { owner } = seen.owner;
    if (!mayDelete(actor, owner, file)) throw new AppError('FORBIDDEN');
    if (!(await deleteFileRow(db, file))) throw new AppError('NOT_FOUND');
    await addLooseBlobs(db, [file.blobKey]);
    await auditFile(db, { actor, requestId, action: 'FILE_DELETED', owner, file });
  });
}
