import type { Language } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { listVisibleRows } from './classifierRights.ts';
import { listClassifierRows } from './listClassifierRows.ts';

/** Who reads, and in which language. */
export interface Reader {
  readonly actor: Actor;
  readonly language: Language;
}

export async function readVisibleRows(
  db: Kysely<Schema>,
  { actor, language }: Reader,
): Promise<ClassifierRow[]> {
  const companyId = actor.kind === 'user' ? actor.companyId : undefined;
  return listVisibleRows(actor, await listClassifierRows(db, { companyId, language }));
}

/** D-PERM-02: one that is not to be seen answers like an absent one. */
export function getRow(rows: readonly ClassifierRow[], id: number): ClassifierRow {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}
