import { companyOf, type StatusId, type TreeNodeId } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { addLargeChange } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getRow, readVisibleNodes } from '../../../layers/readVisibleNodes.ts';
import type { Changer } from '../../../layers/tree/auditTreeNode.ts';
import { countObjects, countTreeNodes, removeTreeNode } from '../../../layers/tree/removeTreeNode.ts';
import type { TreeNodeRow } from '../../../layers/tree/TreeNodeRow.ts';
import { treeNodePermissions } from '../../../layers/tree/treeNodePermissions.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { isBelow } from '../updateTreeNode.ts';

export interface DeleteRequest extends Changer {
  readonly actor: UserActor;
  /** Undefined when the address names the node alone (D-CLS-12). */
  readonly baseId: TreeNodeId | undefined;
  readonly id: TreeNodeId;
}

export async function deleteTreeNode({ database }: AppDeps, request: DeleteRequest): Promise<void> {
  const { actor, baseId, id } = request;
  await inTransaction(database, {}, async (db) => {
    await lockTreeNode(db, id);
    const row = getRow(await readVisibleNodes(db, request), id);
    if (baseId !== undefined && !isBelow(baseId, row)) throw new AppError('NOT_FOUND');
    if (!treeNodePermissions(actor, row).canManage) throw new AppError('FORBIDDEN');
    await checkIsUnused(db, row);
    await removeTreeNode(db, request, row);
    if (row.kind === 'layer') await addLargeChange(db, { kind: 'layerDeleted', actor, nodeId: id, count: 1 });
    if (row.kind === 'group') await addLargeChange(db, { kind: 'groupDeleted', actor, nodeId: id, count: 1 });
  });
}

type UsageCode = 'GROUP_NOT_EMPTY' | 'LAYER_HAS_VIEWS' | 'LAYER_NOT_EMPTY' | 'STATUS_IN_USE';

/** D-CLS-11: refuses to delete a node in use and says by how many. A view owns nothing that could be lost (D-CLS-05). */
async function checkIsUnused(db: Transaction<Schema>, row: TreeNodeRow): Promise<void> {
  const { name } = row;
  const refuse = (code: UsageCode, count: number): void => {
    if (count > 0) throw new AppError(code, { count, values: { name, count } });
  };
  if (row.kind === 'layer' && row.sourceId === null) {
    // The objects come last: a user who agrees to lose them must not lose them in vain.
    refuse('LAYER_HAS_VIEWS', await countTreeNodes(db, row.id, 'source_id'));
    refuse('LAYER_NOT_EMPTY', await countObjects(db, row.id));
  }
  if (row.kind === 'group' || row.kind === 'statusGroup')
    refuse('GROUP_NOT_EMPTY', await countTreeNodes(db, row.id, 'parent_id'));
  if (row.kind === 'status') refuse('STATUS_IN_USE', await countComments(db, row.id));
}

async function countComments(db: Kysely<Schema>, statusId: StatusId): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .where('company_id', '=', companyOf(statusId))
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
