import {
  type BodyOf,
  type Classifier,
  type addClassifier as call,
  rootClassifierIds,
  type TreeNodeId,
} from '@pgis/contract';
import type { Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission } from '../../access/permissions.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { getRow, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { addTreeNode } from '../../layers/tree/addTreeNode.ts';
import type { Changer } from '../../layers/tree/auditTreeNode.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { toClassifier } from '../../layers/tree/toClassifier.ts';
import { addGroup, findOrAddGroup, getStatusParent } from './treePosition.ts';

export interface AddRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: TreeNodeId;
  readonly body: BodyOf<typeof call>;
}

/** D-CLS-16: adds the kind of node that follows from the base and the parent. */
export async function addRequestedNode({ database }: AppDeps, request: AddRequest): Promise<Classifier> {
  const { actor, baseId, body } = request;
  return await inTransaction(database, {}, async (db) => {
    const rows = await readVisibleNodes(db, request);
    getRow(rows, baseId);
    const id = await addBelow(db, request, rows);
    if (id === undefined)
      throw validationError({ path: body.id1 ? 'path/baseId' : '/id1', code: 'NOT_ALLOWED' });
    return toClassifier(actor, getRow(await readVisibleNodes(db, request), id));
  });
}

async function addBelow(
  db: Transaction<Schema>,
  request: AddRequest,
  rows: readonly TreeNodeRow[],
): Promise<number | undefined> {
  const { actor, baseId, body } = request;
  const { objects, statuses } = rootClassifierIds;
  if (baseId === objects) {
    const isGroup = !body.parentName && (!body.id1 || body.id1 === objects);
    return isGroup ? await addGroup(db, request, body) : await addLayer(db, request, rows);
  }
  if (baseId !== statuses || !body.id1) return undefined;
  return body.id1 === statuses
    ? await addStatus(db, request, { kind: 'statusGroup', parentId: statuses })
    : await addStatus(db, request, {
        kind: 'status',
        parentId: await getStatusParent(db, actor, { rows, id: body.id1 }),
      });
}

async function addLayer(
  db: Transaction<Schema>,
  request: AddRequest,
  rows: readonly TreeNodeRow[],
): Promise<number> {
  const { actor, body } = request;
  const parentId = (await findOrAddGroup(db, request, { rows, settings: body })) ?? null;
  const { companyId } = actor;
  return await addTreeNode(db, request, { companyId, kind: 'layer', parentId, settings: body });
}

async function addStatus(
  db: Transaction<Schema>,
  request: AddRequest,
  node: { readonly kind: 'status' | 'statusGroup'; readonly parentId: TreeNodeId },
): Promise<number> {
  const { actor, body } = request;
  if (!hasCompanyPermission(actor, 'editStatuses')) throw new AppError('FORBIDDEN');
  return await addTreeNode(db, request, { ...node, companyId: actor.companyId, settings: body });
}
