import {
  addCustomReport,
  changeCustomReport,
  deleteCustomReport,
  exportCustomReport,
  getCustomReport,
  listCustomReports,
  previewCustomReport,
  runCustomReport,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { toFileName } from '../../../http/attachment.ts';
import { attachmentHeaders } from '../../../http/attachmentHeaders.ts';
import { clientAbortSignal } from '../../../http/clientAbortSignal.ts';
import { route } from '../../../http/route.ts';
import { mimeTypes } from '../exports/prepareExport.ts';
import type { RunLog } from '../RunLog.ts';
import { getReport, listReports, type Requester } from './customReportAccess.ts';
import { exportReport, previewReport, runSavedReport } from './runSavedReport.ts';
import { addReport, changeReport, deleteReport } from './saveReport.ts';

const toRequester = ({ actor, language, id }: Omit<Requester, 'requestId'> & { id: string }): Requester => ({
  actor,
  language,
  requestId: id,
});

/** Saved reports (D-REP-03). */
export function customReportRoutes(app: FastifyInstance, deps: AppDeps, log: RunLog): void {
  const {
    database: { db },
    reportSlots,
  } = deps;
  route(app, listCustomReports, (request) => listReports(db, toRequester(request)));
  route(app, addCustomReport, (request) => addReport(deps.database, toRequester(request), request.body));
  route(app, getCustomReport, (request) => getReport(db, toRequester(request), request.params.id));
  route(app, changeCustomReport, (request) => {
    const { params, body } = request;
    return changeReport(deps.database, toRequester(request), { id: params.id, body });
  });
  route(app, deleteCustomReport, (request) =>
    deleteReport(deps.database, toRequester(request), request.params.id),
  );
  route(app, previewCustomReport, (request, reply) =>
    reportSlots.run(request.actor.userId, clientAbortSignal(reply), () =>
      previewReport(deps, { log, requester: toRequester(request) }, request.body),
    ),
  );
  route(app, runCustomReport, (request, reply) =>
    reportSlots.run(request.actor.userId, clientAbortSignal(reply), () =>
      runSavedReport(deps, { log, requester: toRequester(request) }, request.params.id),
    ),
  );
  route(app, exportCustomReport, async (request, reply) => {
    const { name, bytes } = await reportSlots.run(request.actor.userId, clientAbortSignal(reply), () =>
      exportReport(deps, toRequester(request), request.params.id),
    );
    reply.headers(attachmentHeaders(toFileName(`${name}.csv`))).type(mimeTypes.csv);
    return bytes;
  });
}
