import { companyOf, type LayerId, type TreeNodeId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type Author, auditTreeNode } from './auditTreeNode.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import { markTreeNodeDeleted } from './writeTreeNode.ts';

/** Deletes a node and writes the row of the log; the caller has locked the node and knows that nobody uses it. */
export async function removeTreeNode(
  db: Kysely<Schema>,
  author: Author,
  row: Pick<TreeNodeRow, 'id' | 'companyId' | 'unitId' | 'kind' | 'name'>,
): Promise<void> {
  await markTreeNodeDeleted(db, row.id);
  await auditTreeNode(db, author, {
    action: 'CLASSIFIER_DELETED',
    row,
    details: { old: { kind: row.kind, name: row.name } },
  });
}

/** Counts the layers and views of a group, the statuses of a status group, or the views of a layer. */
export async function countTreeNodes(
  db: Kysely<Schema>,
  id: TreeNodeId,
  column: 'parent_id' | 'source_id',
): Promise<number> {
  const { count } = await db
    .selectFrom('classifiers')
    .where('company_id', '=', companyOf(id))
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the objects of a layer, without deleted ones. */
export async function countObjects(db: Kysely<Schema>, layerId: LayerId): Promise<number> {
  const { count } = await db
    .selectFrom('geoms')
    .where('company_id', '=', companyOf(layerId))
    .where('class_id', '=', layerId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
