import type { BodyOf, runImport as call, Import, ImportId, ImportInspection } from '@pgis/contract';
import { findFieldNameProblem } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError, validationError } from '../../../errors/AppError.ts';
import { addJobs } from '../../../jobs/jobTable.ts';
import { COMPARE_JOB } from '../compare/compareJob.ts';
import { changeImport, getOwnImport, toImport } from '../importRows.ts';
import { checkTarget } from './importTarget.ts';
import { RUN_JOB } from './runJob.ts';

export interface RunRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly body: BodyOf<typeof call>;
}

/** Checks the settings, so that a refusal reaches the user at once, and adds the job. */
export async function startImport(deps: AppDeps, { actor, id, body }: RunRequest): Promise<Import> {
  const { database, clock, storage } = deps;
  const kind = body.target.kind === 'compare' ? COMPARE_JOB : RUN_JOB;
  const row = await inTransaction(database, {}, async (db) => {
    const found = await getOwnImport(db, actor, id, { locks: true });
    if (found.state !== 'ready' || found.inspection === null) throw new AppError('IMPORT_STATE');
    checkFields(found.inspection, body);
    await checkTarget(db, actor, body);
    await addJobs(db, clock, [{ companyId: found.company_id, kind, payload: { importId: id } }]);
    const change = { settings: JSON.stringify(body), state: 'importing', rows_done: 0 } as const;
    return (await changeImport(db, found, change)) ?? found;
  });
  deps.jobs.wake(kind);
  return await toImport(row, storage.uploads);
}

function checkFields({ fields }: ImportInspection, body: RunRequest['body']): void {
  const known = new Set(fields.map(({ name }) => name));
  const inTemplates = [body.name, body.description].flatMap((template) =>
    [...(template ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name ?? ''),
  );
  const named = [...body.fields.map(({ source }) => source), ...inTemplates, ...(body.keyFields ?? [])];
  const unknown = named.find((name) => !known.has(name));
  if (unknown !== undefined) throw new AppError('UNKNOWN_FIELD', { values: { field: unknown } });
  const used = new Set<string>();
  for (const [i, { name }] of body.fields.entries()) {
    const path = `/fields/${i}/name`;
    if (findFieldNameProblem(name) !== undefined) throw validationError({ path, code: 'WRONG_FORMAT' });
    if (used.has(name.toLowerCase())) throw validationError({ path, code: 'DUPLICATE' });
    used.add(name.toLowerCase());
  }
}
