/**
 * Rows of `large_changes`: bulk edits, imports and deletions that can be undone for `limits.undoDeleteDays`. They hold ids
 * and counts; values that could name a person stay in the log, where erasures find them (decision 0066).
 */
import {
  type ChangeId,
  type ChangeKindName,
  type CompanyId,
  companyOf,
  limits,
  type TreeNodeId,
} from '@pgis/contract';
import { type Kysely, sql, type Transaction, type UpdateObject } from 'kysely';
import type { UserActor } from '../access/Actor.ts';
import { newId } from '../db/newId.ts';
import type { MovedParts, Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import type { Undone, UndonePreview } from './ChangeKind.ts';

type Db = Kysely<Schema>;

export interface NewChange {
  /** Taken before when objects name the change. */
  readonly id?: ChangeId;
  readonly kind: ChangeKindName;
  readonly actor: UserActor;
  readonly nodeId: TreeNodeId;
  readonly count: number;
  /** Log row of a bulk edit, or id of an import. */
  readonly sourceId?: number;
  readonly field?: string;
  readonly undoOf?: ChangeId | undefined;
  readonly moved?: MovedParts;
}

export async function nextChangeId(db: Db, companyId: CompanyId): Promise<ChangeId> {
  const { rows } = await sql<{ id: ChangeId }>`SELECT ${newId(companyId, 'change_seq')} AS id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('no id for a new change');
  return row.id;
}

/** Call it in the transaction of the change. */
export async function addLargeChange(db: Transaction<Schema>, change: NewChange): Promise<void> {
  const { id, kind, actor, nodeId, count, sourceId, field, undoOf, moved } = change;
  const companyId = companyOf(nodeId);
  await db
    .insertInto('large_changes')
    .values({
      company_id: companyId,
      id: id ?? newId(companyId, 'change_seq'),
      kind,
      user_id: actor.userId,
      node_id: nodeId,
      source_id: sourceId ?? null,
      field: field ?? null,
      undo_of: undoOf ?? null,
      count,
      ...(moved && { moved: JSON.stringify(moved) }),
      expires_at: sql<Date>`now() + make_interval(days => ${limits.undoDeleteDays}::integer)`,
    })
    .execute();
}

interface Source {
  readonly companyId: CompanyId;
  readonly kinds: readonly ChangeKindName[];
  readonly sourceId: number;
}

/** Adds objects to a change that is not undone; returns false when there is none. */
export async function growChange(
  db: Transaction<Schema>,
  { companyId, kinds, sourceId }: Source,
  added: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('large_changes')
    .set({ count: sql<number>`count + ${added}::integer` })
    .where('company_id', '=', companyId)
    .where('source_id', '=', sourceId)
    .where('kind', 'in', kinds)
    .where('state', '=', 'done')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Call it first in a transaction that undoes or extends a change outside the list: whoever locks the change before anything
 * else neither races with its undo as a job nor deadlocks with it.
 * @throws AppError CHANGE_STATE while a job undoes the change.
 */
export async function lockChange(
  db: Transaction<Schema>,
  { companyId, kinds, sourceId }: Source,
): Promise<void> {
  const row = await db
    .selectFrom('large_changes')
    .select('state')
    .where('company_id', '=', companyId)
    .where('source_id', '=', sourceId)
    .where('kind', 'in', kinds)
    .forUpdate()
    .executeTakeFirst();
  if (row?.state === 'undoing') throw new AppError('CHANGE_STATE');
}

/** Locks a change before its undo as a job; returns false when there is nothing to undo any more. */
export async function lockUndoing(db: Transaction<Schema>, id: ChangeId): Promise<boolean> {
  const row = await db
    .selectFrom('large_changes')
    .select('state')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.state === 'undoing';
}

/** Marks a change as undone when it was undone outside the list; returns its id, if it can be undone still. */
export async function markUndone(
  db: Db,
  { companyId, kinds, sourceId }: Source,
  { actor, count, left }: UndonePreview & { readonly actor: UserActor },
): Promise<ChangeId | undefined> {
  const row = await db
    .updateTable('large_changes')
    .set({
      state: 'undone',
      undone_count: count,
      left_count: left,
      undone_by: actor.userId,
      undone_at: sql<Date>`now()`,
      problem: null,
    })
    .where('company_id', '=', companyId)
    .where('source_id', '=', sourceId)
    .where('kind', 'in', kinds)
    .where('state', '!=', 'undone')
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Finishes the undo of a change in the state `undoing`. */
export async function finishUndo(
  db: Transaction<Schema>,
  { id, actor }: { readonly id: ChangeId; readonly actor: UserActor },
  { count, left, leftObjects }: Undone,
): Promise<void> {
  await changeState(db, id, {
    state: 'undone',
    undone_count: count,
    left_count: left,
    left_objects: JSON.stringify(leftObjects),
    undone_by: actor.userId,
    undone_at: sql<Date>`now()`,
    problem: null,
  });
}

export async function changeState(
  db: Db,
  id: ChangeId,
  change: UpdateObject<Schema, 'large_changes'>,
): Promise<void> {
  await db
    .updateTable('large_changes')
    .set(change)
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}
