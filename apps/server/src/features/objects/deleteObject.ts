import { type Geom, limits, type ObjectId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { toGeom } from '../../objects/toGeom.ts';
import { markDeleted, unmarkDeleted } from '../../objects/writeObject.ts';

export interface ObjectRequest extends Reader {
  readonly id: ObjectId;
  readonly requestId: string;
}

export async function deleteObject({ database }: AppDeps, request: ObjectRequest): Promise<void> {
  const { actor, id, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, id, { forUpdate: true });
    if (!object.canDelete) throw new AppError('FORBIDDEN');
    await markDeleted(db, id);
    const { owner, row } = object;
    await auditObject(db, {
      actor,
      requestId,
      action: 'OBJECT_DELETED',
      owner,
      id,
      name: row.name,
      details: { version: row.version + 1 },
    });
  });
}

/** Actors who may delete an object may restore it for 30 days; for others, and later, it answers NOT_FOUND. */
export async function restoreObject({ database }: AppDeps, request: ObjectRequest): Promise<Geom> {
  const { actor, id, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, id, { forUpdate: true, deletedToo: true });
    if (!object.canDelete) throw new AppError('FORBIDDEN');
    if (object.row.deletedAt === null) throw new AppError('NOT_DELETED');
    if (!(await unmarkDeleted(db, id, limits.undoDeleteDays))) throw new AppError('NOT_FOUND');
    const { owner, row } = object;
    await auditObject(db, {
      actor,
      requestId,
      action: 'OBJECT_RESTORED',
      owner,
      id,
      name: row.name,
      details: { version: row.version + 1 },
    });
    return toGeom(await getVisibleObject(db, request, id));
  });
}
