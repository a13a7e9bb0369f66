import { type ChangeId, type Language, limits, type UndoProblem, type UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { findActiveSession, toUserActor } from '../../access/findActiveSession.ts';
import { changeState, finishUndo } from '../../changes/largeChanges.ts';
import { findBlocker, findChange, type StoredChange } from '../../changes/readChanges.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { JobContext, JobKind } from '../../jobs/JobKind.ts';
import { getStoredChange } from './showChanges.ts';

export const UNDO_JOB = 'undo-change';

type UndoPayload = Readonly<{
  changeId: ChangeId;
  userId: UserId;
  /** Session whose rights are checked when the job starts. */
  sessionId: string;
  requestId: string;
  language: Language;
}>;

type Deps = Pick<AppDeps, 'database' | 'clock' | 'changeKinds'>;

/**
 * Undoes a large change: in batches where its kind has them, each of which leaves nothing to repeat, then in one last
 * transaction with the row of the log. A job that starts again goes on where the last one has stopped.
 */
export const undoJobKind = (deps: Deps): JobKind<UndoPayload> => ({
  kind: UNDO_JOB,
  isFinal: () => true,
  async run({ payload }, context) {
    try {
      await undo(deps, payload, context);
    } catch (error) {
      if (context.signal.aborted || !(error instanceof AppError)) throw error;
      const problem = problems[error.code] ?? 'UNEXPECTED';
      await changeState(deps.database.db, payload.changeId, { state: 'done', problem });
    }
  },
  async onRelease(db, { payload: { changeId } }, state) {
    if (state === 'failed') await changeState(db, changeId, { state: 'done', problem: 'UNEXPECTED' });
  },
});

const problems: Partial<Record<AppError['code'], UndoProblem>> = {
  FORBIDDEN: 'NOT_ALLOWED',
  SESSION_ENDED: 'NOT_ALLOWED',
  PARENT_DELETED: 'PARENT_DELETED',
  STATE_GONE: 'FIELD_GONE',
};

async function undo(deps: Deps, payload: UndoPayload, context: JobContext): Promise<void> {
  const { database, changeKinds } = deps;
  const { changeId: id, language, requestId } = payload;
  if ((await findChange(database.db, language, id))?.state !== 'undoing') return;
  const started = await readUndoing(deps, database.db, payload);
  await undoBatches(deps, started.change, context);
  await inTransaction(database, { statementMs: limits.statementMs.file }, async (db) => {
    await context.extendLease(undefined, db);
    const { change, actor } = await readUndoing(deps, db, payload);
    const undone = await changeKinds.get(change.kind).undo(db, { change, actor, language, requestId });
    await finishUndo(db, { id, actor }, undone);
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
  { database, changeKinds }: Deps,
  change: StoredChange,
  { signal, extendLease }: JobContext,
): Promise<void> {
  const kind = changeKinds.get(change.kind);
  if (kind.undoBatch === undefined) return;
  for (let after: number | undefined = 0; after !== undefined; ) {
    signal.throwIfAborted();
    const from: number = after;
    after = await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
      const { count, lastId } = (await kind.undoBatch?.(db, change, from)) ?? { count: 0, lastId: undefined };
      await changeState(db, change.id, { undone_count: sql<number>`undone_count + ${count}::integer` });
      await extendLease(undefined, db);
      return lastId;
    });
  }
}
