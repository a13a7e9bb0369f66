import type { Classifier, ClassifierWithChildren, TreeNodeId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { childrenOf, mapRows, withChildren } from '../../layers/listLayerTree.ts';
import { getRow, type Reader, readVisibleNodes } from '../../layers/readVisibleNodes.ts';
import { toClassifier } from '../../layers/tree/toClassifier.ts';
import { countUses } from './treeNodeUsage.ts';
export async function readTreeNodes(db: Kysely<Schema>, reader: Reader): Promise<Classifier[]> {
  const rows = await readVisibleNodes(db, reader);
  return rows.map((row) => toClassifier(reader.actor, row));
}

export async function readTreeNode(db: Kysely<Schema>, reader: Reader, id: TreeNodeId): Promise<Classifier> {
  return toClassifier(reader.actor, getRow(await readVisibleNodes(db, reader), id));
}

export async function listChildren(
  db: Kysely<Schema>,
  reader: Reader,
  id: TreeNodeId,
): Promise<Classifier[]> {
  const rows = await readVisibleNodes(db, reader);
  getRow(rows, id);
  return childrenOf(rows, id).map((row) => toClassifier(reader.actor, row));
}

export async function listWithChildren(
  db: Kysely<Schema>,
  reader: Reader,
  { id, forAdmin }: { readonly id: TreeNodeId; readonly forAdmin: boolean },
): Promise<ClassifierWithChildren[]> {
  const all = await readVisibleNodes(db, reader);
  getRow(all, id);
  const rows = forAdmin ? all : mapRows(reader.actor, all);
  const list = withChildren(reader.actor, rows, childrenOf(rows, id));
  if (!forAdmin || reader.actor.kind !== 'user') return list;
  const uses = await countUses(db, reader.actor);
  const counted = <C extends Classifier>(item: C): C =>
    item.canEdit && item.sourceId === null && (item.kind === 'layer' || item.kind === 'status')
      ? { ...item, usedCount: uses.get(item.id) ?? 0 }
      : item;
  return list.map((parent) => ({
    ...counted(parent),
    childClassifiers: parent.childClassifiers.map(counted),
  }));
}
