import {
  type addReportExport,
  type BodyOf,
  exportFileEnding,
  limits,
  type ReportExport,
} from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { lockUser } from '../../../access/lockUser.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { addJobs } from '../../../jobs/jobTable.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import type { ReportRequest } from '../readReport.ts';
import { countUnfinished, EXPORT_JOB, insertExport, toReportExport } from './exportRows.ts';
import { prepareExport } from './prepareExport.ts';

export interface ExportRequest extends ReportRequest {
  readonly requestId: string;
  readonly body: BodyOf<typeof addReportExport>;
}

/** Checks everything before the job is added, so that a refusal reaches the user at once. */
export async function addExport(deps: AppDeps, request: ExportRequest): Promise<ReportExport> {
  const { actor, language, requestId, body } = request;
  const { classId, format, name, ...selection } = body;
  const { layer } = await prepareExport(deps, { actor, language, layerId: classId, format, selection });
  return await inTransaction(deps.database, {}, async (db) => {
    await lockUser(db, actor.userId);
    if ((await countUnfinished(db, actor.userId)) >= limits.exportsAtOnce)
      throw new AppError('TOO_MANY_EXPORTS', {
        count: limits.exportsAtOnce,
        values: { limit: limits.exportsAtOnce },
      });
    const row = await insertExport(db, {
      user_id: actor.userId,
      session_id: actor.sessionId,
      language,
      class_id: classId,
      format,
      file_name: `${name?.trim() || layerNameIn(layer, language)}_objects.${exportFileEnding(format)}`,
      selection: JSON.stringify(selection),
      request_id: requestId,
      days: limits.exportDays,
    });
    await addJobs(db, deps.clock, [
      { companyId: row.company_id, kind: EXPORT_JOB, payload: { exportId: row.id } },
    ]);
    return toReportExport(row);
  });
}
