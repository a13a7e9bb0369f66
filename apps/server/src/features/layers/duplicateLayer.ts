import {
  type BodyOf,
  type Classifier,
  type duplicateClassifier,
  rootClassifierIds,
  type TreeNodeId,
} from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { getRow, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { addTreeNode } from '../../layers/tree/addTreeNode.ts';
import type { Changer } from '../../layers/tree/auditTreeNode.ts';
import { toClassifier } from '../../layers/tree/toClassifier.ts';
import { treeNodePermissions } from '../../layers/tree/treeNodePermissions.ts';
import { lockTreeNode, readValues } from '../../layers/tree/writeTreeNode.ts';
import { findOrAddGroup } from './treePosition.ts';

export interface DuplicateRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: TreeNodeId;
  readonly id: TreeNodeId;
  readonly body: BodyOf<typeof duplicateClassifier>;
}

/** D-CLS-05: adds another view of the same objects. A view of a view is a view of its source. */
export async function duplicateLayer({ database }: AppDeps, request: DuplicateRequest): Promise<Classifier> {
  const { actor, baseId, id, body } = request;
  return await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleNodes(db, request);
    const row = getRow(rows, id);
    if (baseId !== rootClassifierIds.objects) throw new AppError('NOT_FOUND');
    if (row.kind !== 'layer') throw validationError({ path: 'path/id', code: 'NOT_ALLOWED' });
    if (!treeNodePermissions(actor, row).canManage) throw new AppError('FORBIDDEN');
    const sourceId = row.sourceId ?? row.id;
    await lockTreeNode(db, sourceId, 'keep');
    const parentId = await findOrAddGroup(db, request, { rows, settings: body });
    if (parentId === undefined) throw validationError({ path: '/id1', code: 'REQUIRED' });
    const viewId = await addTreeNode(db, request, {
      companyId: actor.companyId,
      kind: 'layer',
      parentId,
      sourceId,
      settings: body,
      template: await readValues(db, id),
      templateName: row.name,
    });
    return toClassifier(actor, getRow(await readVisibleNodes(db, request), viewId));
  });
}
