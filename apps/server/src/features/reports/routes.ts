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
import { route } from '../../http/route.ts';
import { auditLayerRun } from './auditLayerRun.ts';
import { customReportRoutes } from './custom/routes.ts';
import { readDashboard } from './dashboard/readDashboard.ts';
import { ExportRunner } from './exports/ExportRunner.ts';
import { mimeTypes } from './exports/prepareExport.ts';
import * as exports from './exports/service.ts';
import { streamCsv } from './exports/streamCsv.ts';
import { RunLog } from './RunLog.ts';
import { readObjectIds } from './readObjectIds.ts';
import { readReport } from './readReport.ts';

/** Another server may have left an export; an expired file goes soon after. */
const LOOK_MS = 60_000;

/** Reports (REP, D-REP). */
export function reportRoutes(app: FastifyInstance, deps: AppDeps): void {
  const runs = new RunLog();
  route(app, listClassObjects, async (request) => {
    const { actor, params, query, id: requestId } = request;
    const page = await readReport(deps, request, params.classId, query);
    await auditLayerRun(deps, runs, { actor, classId: params.classId, query, requestId });
    return page;
  });

  route(app, listClassObjectIds, (request) =>
    readObjectIds(deps, request, request.params.classId, request.query),
  );

  route(app, exportObjectReport, async ({ actor, language, params, body, id: requestId }, reply) => {
    const { name, filter, sort, columns } = body;
    const selection = {
      ...(filter && { filter }),
      ...(sort !== undefined && { sort }),
      ...(columns && { columns }),
    };
    const wish = { actor, language, classId: params.classifierId, selection };
    const bytes = await streamCsv(deps, wish, requestId);
    // REP-02
    reply
      .headers(attachmentHeaders(toFileName(`${name?.trim() || params.classifierId}_objects.csv`)))
      .type(mimeTypes.csv);
    return bytes;
  });

  route(app, getReportDashboard, (request) => readDashboard(deps, request));

  exportRoutes(app, deps);
  customReportRoutes(app, deps, runs);
}

function exportRoutes(app: FastifyInstance, deps: AppDeps): void {
  const runner = new ExportRunner(deps, app.log);

  route(app, addReportExport, async (request) => {
    const { actor, language, body, id: requestId } = request;
    const added = await exports.addExport(deps, { actor, language, body, requestId });
    runner.wake();
    return added;
  });
  route(app, listReportExports, ({ actor }) => exports.listOwnExports(deps, actor));
  route(app, getReportExport, ({ actor, params }) => exports.getOwnExport(deps, actor, params.id));
  route(app, downloadReportExport, async ({ actor, params }, reply) => {
    const { name, mime, size, bytes } = await exports.openExport(deps, actor, params.id);
    reply
      .headers(attachmentHeaders(toFileName(name)))
      .header('content-length', size)
      .type(mime);
    return bytes;
  });
  route(app, deleteReportExport, ({ actor, params }) => exports.deleteOwnExport(deps, actor, params.id));

  const look = async () => {
    await exports.removeExpired(deps);
    runner.wake();
  };
  const timer = setInterval(() => deps.background.run('expiring reports', app.log, look), LOOK_MS).unref();
  app.addHook('onReady', async () => deps.background.run('expiring reports', app.log, look));
  app.addHook('preClose', async () => runner.close());
  app.addHook('onClose', async () => clearInterval(timer));
}
