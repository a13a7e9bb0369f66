import type { Import, ImportId } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { addJobs } from '../../../jobs/jobTable.ts';
import { changeImport, getOwnImport, toImport } from '../importRows.ts';
import { getComparedLayer } from '../run/importTarget.ts';
import { APPLY_JOB, checkDeletion } from './applyJob.ts';
import type { DifferenceChoice } from './CompareSettings.ts';

interface ApplyRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly body: DifferenceChoice;
}

/** Checks what can be refused at once, and adds the job. */
export async function startApply(deps: AppDeps, { actor, id, body }: ApplyRequest): Promise<Import> {
  const { database, clock, storage, jobs } = deps;
  const row = await inTransaction(database, {}, async (db) => {
    const found = await getOwnImport(db, actor, id, { locks: true });
    if (found.state !== 'compared' || found.settings === null) throw new AppError('IMPORT_STATE');
    checkDeletion({ actor }, await getComparedLayer(db, actor, found.settings), body);
    await addJobs(db, clock, [{ companyId: found.company_id, kind: APPLY_JOB, payload: { importId: id } }]);
    const change = { state: 'importing', choice: JSON.stringify(body), rows_done: 0 } as const;
    return (await changeImport(db, found, change)) ?? found;
  });
  jobs.wake(APPLY_JOB);
  return await toImport(row, storage.uploads);
}
