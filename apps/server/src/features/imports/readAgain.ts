import type { BodyOf, readImport as call, Import, ImportId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { addJobs } from '../../jobs/jobTable.ts';
import { changeImport, getOwnImport, toImport } from './importRows.ts';
import { READ_JOB } from './readJob.ts';

export interface ReadRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly body: BodyOf<typeof call>;
}

/** Has the files read again in another way. */
export async function readAgain(deps: AppDeps, { actor, id, body }: ReadRequest): Promise<Import> {
  const { database, clock, storage } = deps;
  const row = await inTransaction(database, {}, async (db) => {
    const found = await getOwnImport(db, actor, id, { locks: true });
    const isRead = found.state === 'ready' || found.state === 'failed';
    if (!isRead || !found.files.every(({ isStored }) => isStored)) throw new AppError('IMPORT_STATE');
    await addJobs(db, clock, [{ companyId: found.company_id, kind: READ_JOB, payload: { importId: id } }]);
    const change = {
      reading: JSON.stringify(body),
      state: 'reading',
      error: null,
      finished_at: null,
    } as const;
    return (await changeImport(db, found, change)) ?? found;
  });
  deps.jobs.wake(READ_JOB);
  return await toImport(row, storage.uploads);
}
