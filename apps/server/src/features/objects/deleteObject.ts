import { type Geom, limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import type { Reader } from '../classifiers/index.ts';
import { auditObject } from './auditObject.ts';
import { getSeenObject } from './findSeenObject.ts';
import { toGeom } from './toGeom.ts';
import { markDeleted, unmarkDeleted } from './writeObject.ts';

export interface ObjectRequest extends Reader {
  readonly id: number;
  readonly requestId: string;
}

export async function deleteObject({ database }: AppDeps, request: ObjectRequest): Promise<void> {
  const { actor, id, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, id, { forUpdate: true });
    if (!seen.canDelete) throw new AppError('FORBIDDEN');
    await markDeleted(db, id);
    const { owner, row } = seen;
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

/** Whoever may delete it may take the deletion back for 30 days; for anybody else, and later, it is not there. */
export async function restoreObject({ database }: AppDeps, request: ObjectRequest): Promise<Geom> {
  const { actor, id, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, id, { forUpdate: true, deletedToo: true });
    if (!seen.canDelete) throw new AppError('FORBIDDEN');
    if (seen.row.deletedAt === null) throw new AppError('NOT_DELETED');
    if (!(await unmarkDeleted(db, id, limits.undoDeleteDays))) throw new AppError('NOT_FOUND');
    const { owner, row } = seen;
    await auditObject(db, {
      actor,
      requestId,
      action: 'OBJECT_RESTORED',
      owner,
      id,
      name: row.name,
      details: { version: row.version + 1 },
    });
    return toGeom(await getSeenObject(db, request, id));
  });
}
