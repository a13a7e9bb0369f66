import { type BodyOf, type Classifier, type duplicateClassifier, rootClassifierIds } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { insertAsked } from './addClassifier.ts';
import type { Changer } from './auditClassifier.ts';
import { classifierRights } from './classifierRights.ts';
import { placeLayer } from './places.ts';
import { toClassifier } from './toClassifier.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { lockClassifier, readValues } from './writeClassifier.ts';

export interface DuplicateRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: number;
  readonly id: number;
  readonly body: BodyOf<typeof duplicateClassifier>;
}

/** D-CLS-05: another view of the same objects. A view of a view is one of its source. */
export async function duplicateLayer({ database }: AppDeps, request: DuplicateRequest): Promise<Classifier> {
  const { actor, baseId, id, body } = request;
  return await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleRows(db, request);
    const row = getRow(rows, id);
    if (baseId !== rootClassifierIds.objects) throw new AppError('NOT_FOUND');
    if (row.kind !== 'layer') throw validationError({ path: 'path/id', code: 'NOT_ALLOWED' });
    if (!classifierRights(actor, row).canManage) throw new AppError('FORBIDDEN');
    const sourceId = row.sourceId ?? row.id;
    await lockClassifier(db, sourceId, 'keep');
    const parentId = await placeLayer(db, request, rows, body);
    if (parentId === undefined) throw validationError({ path: '/id1', code: 'REQUIRED' });
    const viewId = await insertAsked(db, request, {
      kind: 'layer',
      parentId,
      sourceId,
      like: await readValues(db, id),
      lockedFields: row.layerFields,
    });
    return toClassifier(actor, getRow(await readVisibleRows(db, request), viewId));
  });
}
