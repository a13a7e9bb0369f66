import {
  addReportExport,
  deleteReportExport,
  downloadReportExport,
  exportObjectReport,
  getReportDashboard,
  getReportExport,
  listClassObjectIds,
  listClassObjects,
  listReportExports,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { toFileName } from '../../http/attachment.ts';
import { attachmentHeaders } from '../../http/attachmentHeaders.ts';
import { clientAbortSignal } from '../../http/clientAbortSignal.ts';
import { route } from '../../http/route.ts';
import { auditLayerRun } from './auditLayerRun.ts';
import { customReportRoutes } from './custom/routes.ts';
import { readDashboard } from './dashboard/readDashboard.ts';
import { addExport } from './exports/addExport.ts';
import { deleteExports } from './exports/deleteExports.ts';
import { exportJobKind } from './exports/exportJob.ts';
import { EXPORT_JOB, hasExpiredExports } from './exports/exportRows.ts';
import { deleteOwnExport, getOwnExport, listOwnExports, openExport } from './exports/ownExports.ts';
import { mimeTypes } from './exports/prepareExport.ts';
import { streamCsv } from './exports/streamCsv.ts';
import { RunLog } from './RunLog.ts';
import { readObjectIds } from './readObjectIds.ts';
import { readReport } from './readReport.ts';

/** Interval in which files that have expired are deleted. */
const EXPIRY_S = 60;

/** Reports (REP, D-REP). */
export function reportRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { reportSlots } = deps;
  const runs = new RunLog();
  route(app, listClassObjects, async (request, reply) => {
    const { actor, params, query, id: requestId } = request;
    const page = await reportSlots.run(actor.userId, clientAbortSignal(reply), () =>
      readReport(deps, request, { layerId: params.classId, filter: query }),
    );
    await auditLayerRun(deps, runs, { actor, classId: params.classId, query, requestId });
    return page;
  });

  route(app, listClassObjectIds, (request, reply) =>
    reportSlots.run(request.actor.userId, clientAbortSignal(reply), () =>
      readObjectIds(deps.database, request, { layerId: request.params.classId, filter: request.query }),
    ),
  );

  route(app, exportObjectReport, async ({ actor, language, params, body, id: requestId }, reply) => {
    const { name, filter, sort, columns, labels } = body;
    const selection = {
      ...(filter && { filter }),
      ...(sort !== undefined && { sort }),
      ...(columns && { columns }),
      ...(labels && { labels }),
    };
    const exported = { actor, language, layerId: params.classifierId, selection };
    const bytes = await streamCsv(deps, exported, { requestId, signal: clientAbortSignal(reply) });
    // REP-02
    reply
      .headers(attachmentHeaders(toFileName(`${name?.trim() || params.classifierId}_objects.csv`)))
      .type(mimeTypes.csv);
    return bytes;
  });

  route(app, getReportDashboard, (request, reply) =>
    reportSlots.run(request.actor.userId, clientAbortSignal(reply), () => readDashboard(deps, request)),
  );

  exportRoutes(app, deps);
  customReportRoutes(app, deps, runs);
}

function exportRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, addReportExport, async (request) => {
    const { actor, language, body, id: requestId } = request;
    const added = await addExport(deps, { actor, language, body, requestId });
    deps.jobs.wake(EXPORT_JOB);
    return added;
  });
  route(app, listReportExports, ({ actor }) => listOwnExports(deps, actor));
  route(app, getReportExport, ({ actor, params }) => getOwnExport(deps, actor, params.id));
  route(app, downloadReportExport, async ({ actor, params }, reply) => {
    const { name, mime, size, bytes } = await openExport(deps, actor, params.id);
    reply
      .headers(attachmentHeaders(toFileName(name)))
      .header('content-length', size)
      .type(mime);
    return bytes;
  });
  route(app, deleteReportExport, ({ actor, params }) => deleteOwnExport(deps, actor, params.id));

  deps.jobs.register(exportJobKind(deps));
  deps.jobs.register({
    kind: 'expire-report-files',
    period: { everyS: EXPIRY_S, hasWork: () => hasExpiredExports(deps.database.db) },
    run: async () => void (await deleteExports(deps)),
  });
}
