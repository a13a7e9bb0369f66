import { companyOf, type LayerId, limits, type TreeNodeId } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { addLargeChange, nextChangeId } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError, validationError } from '../../../errors/AppError.ts';
import { getRow, readVisibleNodes } from '../../../layers/readVisibleNodes.ts';
import { auditTreeNode, type Changer } from '../../../layers/tree/auditTreeNode.ts';
import { treeNodePermissions } from '../../../layers/tree/treeNodePermissions.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { isBelow } from '../updateTreeNode.ts';

export interface RemoveDataRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: TreeNodeId;
  readonly id: LayerId;
}

/**
 * Marks all objects of a layer as deleted, in one statement with one row in the log; returns their number. The change can
 * be undone.
 */
export async function removeData({ database }: AppDeps, request: RemoveDataRequest): Promise<number> {
  const { actor, baseId, id } = request;
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await lockTreeNode(db, id);
    const row = getRow(await readVisibleNodes(db, request), id);
    if (!isBelow(baseId, row)) throw new AppError('NOT_FOUND');
    if (row.kind !== 'layer') throw validationError({ path: 'path/id', code: 'NOT_ALLOWED' });
    if (!treeNodePermissions(actor, row).canManage) throw new AppError('FORBIDDEN');
    if (row.sourceId !== null) throw new AppError('VIEW_HAS_NO_DATA');
    const changeId = await nextChangeId(db, companyOf(id));
    const { numUpdatedRows } = await db
      .updateTable('geoms')
      .set({ deleted_at: sql`now()`, version: sql`version + 1`, change_id: changeId })
      .where('company_id', '=', companyOf(id))
      .where('class_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    await auditTreeNode(db, request, { action: 'DATA_REMOVED', row, details: { count } });
    if (count > 0)
      await addLargeChange(db, { id: changeId, kind: 'objectsDeleted', actor, nodeId: id, count });
    return count;
  });
}
