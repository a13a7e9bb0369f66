import type { BodyOf, changeGeomImage as call, GeomFile } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { describeChange } from '../../../layers/tree/describeChange.ts';
import { auditFile } from '../auditFile.ts';
import type { FileRequest } from '../deleteFile.ts';
import { type FileRow, lockFile, updatePublicImage } from '../fileRows.ts';
import { getFileOf } from '../readFiles.ts';
import { makeAddresses, mayDelete, toGeomFile } from '../toGeomFile.ts';

type ImageRequest = FileRequest & { readonly body: BodyOf<typeof call> };

/** Changes what the public gets of an image; the file stays as it was uploaded. */
export async function changeImage(deps: AppDeps, request: ImageRequest): Promise<GeomFile> {
  const { actor, geometryId } = request;
  const { file, canDelete } = await inTransaction(deps.database, {}, async (db) => {
    // Whoever changes one property meanwhile must not find it as it was.
    await lockFile(db, request.fileId);
    const { file: before, object } = await getFileOf(db, request, request);
    if (!object.rights.reviews) throw new AppError('FORBIDDEN');
    if (!before.isImage) throw new AppError('NOT_FOUND');
    const { owner } = object.owner;
    const { isHidden = before.isHidden, boxes = before.boxes } = request.body;
    const after: FileRow = { ...before, isHidden, boxes };
    const change = describeChange({ isHidden: before.isHidden, boxes: before.boxes }, { isHidden, boxes });
    if (change !== undefined) {
      await updatePublicImage(db, after);
      const { requestId } = request;
      await auditFile(db, { actor, requestId, action: 'FILE_CHANGED', owner, file: after, change });
    }
    return { file: after, canDelete: mayDelete(actor, owner, before) };
  });
  // The key of the signatures is read outside of the transaction.
  const addresses = await makeAddresses(deps.database.db, deps, { geometryId, seesFiles: true });
  return await toGeomFile(file, { addresses, canDelete });
}
