import type { TreeNodeId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission } from '../../access/permissions.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { getRow, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { auditTreeNode, type Changer } from '../../layers/tree/auditTreeNode.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { rightToAddBelow, treeNodePermissions } from '../../layers/tree/treeNodePermissions.ts';
import { updatePositions } from '../../layers/tree/writeTreeNode.ts';

export interface OrderRequest extends Changer {
  readonly actor: UserActor;
  readonly parentId: TreeNodeId;
  /** All children that belong to the own company. */
  readonly ids: readonly TreeNodeId[];
}

function mayOrder(actor: UserActor, parent: TreeNodeRow): boolean {
  if (parent.kind === 'group') return treeNodePermissions(actor, parent).canManage;
  return hasCompanyPermission(actor, rightToAddBelow(parent.id));
}

export async function orderChildren({ database }: AppDeps, request: OrderRequest): Promise<void> {
  const { actor, parentId, ids } = request;
  await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleNodes(db, request);
    const parent = getRow(rows, parentId);
    if (!mayOrder(actor, parent)) throw new AppError('FORBIDDEN');
    const { companyId } = actor;
    const children = rows.filter((row) => row.parentId === parentId && row.companyId === companyId);
    const requestedIds = new Set(ids);
    if (requestedIds.size !== children.length || children.some(({ id }) => !requestedIds.has(id)))
      throw validationError({ path: '/ids', code: 'NOT_ALLOWED' });
    await updatePositions(db, companyId, ids);
    await auditTreeNode(db, request, {
      action: 'CLASSIFIERS_ORDERED',
      row: { ...parent, companyId },
      details: {
        old: { ids: children.map(({ id }) => id) },
        new: { ids },
      },
    });
  });
}
