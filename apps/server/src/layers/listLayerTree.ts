import type { ClassifierWithChildren, TreeNodeId } from '@pgis/contract';
import { rootClassifierIds } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import { type Reader, readVisibleNodes } from './readVisibleNodes.ts';
import type { TreeNodeRow } from './tree/TreeNodeRow.ts';
import { toClassifier } from './tree/toClassifier.ts';
import { showsOnMap } from './tree/treeNodePermissions.ts';

export const childrenOf = (rows: readonly TreeNodeRow[], id: TreeNodeId): TreeNodeRow[] =>
  rows.filter((row) => row.parentId === id);

export function withChildren(
  actor: Actor,
  rows: readonly TreeNodeRow[],
  parents: readonly TreeNodeRow[],
): ClassifierWithChildren[] {
  return parents.map((parent) => ({
    ...toClassifier(actor, parent),
    childClassifiers: childrenOf(rows, parent.id).map((child) => toClassifier(actor, child)),
  }));
}

/** Lists the groups and layers of the map: no layer without a visible object, no group without layers (D-CLS-04). */
export function mapRows(actor: Actor, rows: readonly TreeNodeRow[]): TreeNodeRow[] {
  const visible = rows.filter((row) => showsOnMap(actor, row));
  return visible.filter((row) => row.kind !== 'group' || childrenOf(visible, row.id).length > 0);
}

/** API-CLS-06: the groups and layers that the map lists. */
export async function listLayerTree(db: Kysely<Schema>, reader: Reader): Promise<ClassifierWithChildren[]> {
  return toLayerTree(reader.actor, mapRows(reader.actor, await readVisibleNodes(db, reader)));
}

export const toLayerTree = (actor: Actor, rows: readonly TreeNodeRow[]): ClassifierWithChildren[] =>
  withChildren(actor, rows, childrenOf(rows, rootClassifierIds.objects));
