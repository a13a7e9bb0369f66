import type { Language, TreeNodeId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Actor } from '../access/Actor.ts';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import { listTreeNodes } from './tree/listTreeNodes.ts';
import type { TreeNodeRow } from './tree/TreeNodeRow.ts';
import { listVisibleNodes } from './tree/treeNodePermissions.ts';

/** Actor that reads, and the language of the answer. */
export interface Reader {
  readonly actor: Actor;
  readonly language: Language;
}

export async function readVisibleNodes(
  db: Kysely<Schema>,
  { actor, language }: Reader,
): Promise<TreeNodeRow[]> {
  const companyId = actor.kind === 'user' ? actor.companyId : undefined;
  return listVisibleNodes(actor, await listTreeNodes(db, { companyId, language }));
}

/** D-PERM-02: throws NOT_FOUND for a node that the reader cannot see, as for a missing one. */
export function getRow(rows: readonly TreeNodeRow[], id: TreeNodeId): TreeNodeRow {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
