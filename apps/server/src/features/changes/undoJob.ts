import {
  type ChangeId,
  companyOf,
  type Language,
  limits,
  type UndoProblem,
  type UserId,
} from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { findActiveSession, toUserActor, userNameOf } from '../../access/findActiveSession.ts';
import { changeState, finishUndo, lockUndoing } from '../../changes/largeChanges.ts';
import { findBlocker, findChange, type StoredChange } from '../../changes/readChanges.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { toAppError } from '../../errors/toAppError.ts';
import type { JobContext, JobKind } from '../../jobs/JobKind.ts';
import { getStoredChange } from './showChanges.ts';

export const UNDO_JOB = 'undo-change';

type UndoPayload = Readonly<{
  changeId: ChangeId;
  userId: UserId;
  /** Session whose rights are checked before each transaction. */
  sessionId: string;
  requestId: string;
  language: Language;
}>;

type Deps = Pick<AppDeps, 'database' | 'clock' | 'changeKinds'>;

/** Reasons that pass by themselves: other work that holds locks, and a database that is away. */
const passing = new Set(['OVERLOADED', 'STATEMENT_TIMEOUT', 'DATABASE_AWAY', 'STORAGE_FULL']);

/**
 * Undoes a large change: in batches where its kind has them, each of which leaves nothing to repeat, then in one last
 * transaction with the row of the log. A job that starts again goes on where the last one has stopped.
 */
export const undoJobKind = (deps: Deps): JobKind<UndoPayload> => ({
  kind: UNDO_JOB,
  isFinal: (error) => !passing.has(toAppError(error).code),
  async run({ payload }, context) {
    try {
      await undo(deps, payload, context);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof AppError)) throw error;
      const problem = problems[error.code] ?? 'UNEXPECTED';
      await inTransaction(deps.database, {}, (db) => stopUndo(deps, db, { payload, problem }));
    }
  },
  async onRelease(db, { payload }, state) {
    if (state === 'failed') await stopUndo(deps, db, { payload, problem: 'UNEXPECTED' });
  },
});

const problems: Partial<Record<AppError['code'], UndoProblem>> = {
  FORBIDDEN: 'NOT_ALLOWED',
  SESSION_ENDED: 'NOT_ALLOWED',
  PARENT_DELETED: 'PARENT_DELETED',
  STATE_GONE: 'FIELD_GONE',
  OBJECT_MERGED: 'OBJECT_MERGED',
};

async function undo(deps: Deps, payload: UndoPayload, context: JobContext): Promise<void> {
  const { database, changeKinds } = deps;
  const { changeId: id, language, requestId } = payload;
  const change = await findChange(database.db, language, id);
  if (change?.state !== 'undoing') return;
  if (changeKinds.get(change.kind).undoBatch !== undefined) await undoBatches(deps, payload, context);
  await inTransaction(database, { statementMs: limits.statementMs.file }, async (db) => {
    if (!(await lockUndoing(db, id))) return;
    const { change, actor } = await readUndoing(deps, db, payload);
    const undone = await changeKinds.get(change.kind).undo(db, { change, actor, language, requestId });
    await finishUndo(db, { id, actor }, undone);
    // The job's row is locked last: a heartbeat would otherwise wait for a long transaction in vain.
    await context.extendLease(undefined, db);
  });
}

/** Reads the change and the rights as they are now: somebody may have withdrawn them since the request. */
async function readUndoing(
  { clock, changeKinds }: Deps,
  db: Kysely<Schema>,
  { changeId: id, userId, sessionId, language }: UndoPayload,
): Promise<{ readonly change: StoredChange; readonly actor: UserActor }> {
  const session = await findActiveSession(db, clock, { userId, sessionId });
  if (session === undefined) throw new AppError('SESSION_ENDED');
  const actor = toUserActor(session, '');
  const change = await getStoredChange(db, { actor, language, id });
  if (!changeKinds.get(change.kind).mayUndo(actor, change)) throw new AppError('FORBIDDEN');
  const name = findBlocker(change);
  if (name !== undefined) throw new AppError('PARENT_DELETED', { values: { name } });
  return { change, actor };
}

async function undoBatches(
  deps: Deps,
  payload: UndoPayload,
  { signal, extendLease }: JobContext,
): Promise<void> {
  const { database, changeKinds } = deps;
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const from: number = after;
    after = await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
      if (!(await lockUndoing(db, payload.changeId))) return undefined;
      const { change } = await readUndoing(deps, db, payload);
      const { count, lastId } = (await changeKinds.get(change.kind).undoBatch?.(db, change, from)) ?? {
        count: 0,
        lastId: undefined,
      };
      await changeState(db, change.id, { undone_count: sql<number>`undone_count + ${count}::integer` });
      await extendLease(undefined, db);
      return lastId;
    });
  }
}

/**
 * Ends an undo that cannot go on. What its batches have undone stays undone and is written to the log; the change is about the
 * rest from now on, and can be undone once more.
 */
async function stopUndo(
  { changeKinds }: Deps,
  db: Transaction<Schema>,
  { payload, problem }: { readonly payload: UndoPayload; readonly problem: UndoProblem },
): Promise<void> {
  const { changeId: id, language, requestId } = payload;
  if (!(await lockUndoing(db, id))) return;
  const change = await findChange(db, language, id);
  if (change === undefined) return;
  const count = change.undoneCount;
  if (count > 0)
    await changeKinds
      .get(change.kind)
      .logStopped?.(db, { change, actor: await readAuthor(db, payload), language, requestId }, count);
  await changeState(db, id, { state: 'done', problem, count: change.count - count, undone_count: 0 });
}

/** The user who asked for the undo, without rights: the session may have ended. */
async function readAuthor(db: Kysely<Schema>, { userId, sessionId }: UndoPayload): Promise<UserActor> {
  const companyId = companyOf(userId);
  const row = await db
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email', 'language'])
    .where('company_id', '=', companyId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...{ kind: 'user', userId, companyId, sessionId, userName: userNameOf(row), language: row.language },
    ...{ unitLevels: new Map(), moduleAdmin: false, hasCustomReports: false, firstLogin: false, address: '' },
  };
}
