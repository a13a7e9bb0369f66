import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayInCompany } from '../../plugins/rights.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { classifierRights, rightToAddBelow } from './classifierRights.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { updatePositions } from './writeClassifier.ts';

export interface OrderRequest extends Changer {
  readonly actor: UserActor;
  readonly parentId: number;
  /** Children of the own company, all of them. */
  readonly ids: readonly number[];
}

function mayOrder(actor: UserActor, parent: ClassifierRow): boolean {
  if (parent.kind === 'group') return classifierRights(actor, parent).canManage;
  return mayInCompany(actor, rightToAddBelow(parent.id));
}

export async function orderChildren({ database }: AppDeps, request: OrderRequest): Promise<void> {
  const { actor, parentId, ids } = request;
  await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleRows(db, request);
    const parent = getRow(rows, parentId);
    if (!mayOrder(actor, parent)) throw new AppError('FORBIDDEN');
    const { companyId } = actor;
    const children = rows.filter((row) => row.parentId === parentId && row.companyId === companyId);
    const wanted = new Set(ids);
    if (wanted.size !== children.length || children.some(({ id }) => !wanted.has(id)))
      throw validationError({ path: '/ids', code: 'NOT_ALLOWED' });
    await updatePositions(db, companyId, ids);
    await auditClassifier(
      db,
      request,
      'CLASSIFIERS_ORDERED',
      { ...parent, companyId },
      {
        old: { ids: children.map(({ id }) => id) },
        new: { ids },
      },
    );
  });
}
