import type { ChangeId, Language, LargeChange } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { changeState } from '../../changes/largeChanges.ts';
import { findBlocker } from '../../changes/readChanges.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { addJobs } from '../../jobs/jobTable.ts';
import { getStoredChange, toLargeChange } from './showChanges.ts';
import { UNDO_JOB } from './undoJob.ts';

interface UndoRequest {
  readonly actor: UserActor;
  readonly language: Language;
  readonly id: ChangeId;
  readonly requestId: string;
}

/** Checks what can be refused at once, and adds the job. */
export async function startUndo(deps: AppDeps, request: UndoRequest): Promise<LargeChange> {
  const { database, clock, changeKinds, jobs } = deps;
  const { actor, id, requestId, language } = request;
  const undoing = await inTransaction(database, {}, async (db) => {
    // The lock makes the second of two requests find the state that the first has written.
    await db
      .selectFrom('large_changes')
      .select('id')
      .where('company_id', '=', actor.companyId)
      .where('id', '=', id)
      .forUpdate()
      .execute();
    const change = await getStoredChange(db, request);
    if (!changeKinds.get(change.kind).mayUndo(actor, change)) throw new AppError('FORBIDDEN');
    if (change.state !== 'done') throw new AppError('CHANGE_STATE');
    const name = findBlocker(change);
    if (name !== undefined) throw new AppError('PARENT_DELETED', { values: { name } });
    await changeState(db, id, { state: 'undoing', problem: null });
    const payload = { changeId: id, userId: actor.userId, sessionId: actor.sessionId, requestId, language };
    await addJobs(db, clock, [{ companyId: change.companyId, kind: UNDO_JOB, payload }]);
    return await getStoredChange(db, request);
  });
  jobs.wake(UNDO_JOB);
  return toLargeChange(changeKinds, actor, undoing);
}
