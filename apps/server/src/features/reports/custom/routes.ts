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
import { route } from '../../../http/route.ts';
import { mimeTypes } from '../exports/prepareExport.ts';
import type { RunLog } from '../RunLog.ts';
import * as custom from './service.ts';

interface Asking {
  readonly actor: custom.ReportAsker['actor'];
  readonly language: custom.ReportAsker['language'];
  readonly id: string;
}
const toAsker = ({ actor, language, id: requestId }: Asking): custom.ReportAsker => ({
  actor,
  language,
  requestId,
});

/** Saved reports (D-REP-03). */
export function customReportRoutes(app: FastifyInstance, deps: AppDeps, log: RunLog): void {
  route(app, listCustomReports, (request) => custom.listReports(deps, toAsker(request)));
  route(app, addCustomReport, (request) => custom.addReport(deps, toAsker(request), request.body));
  route(app, getCustomReport, (request) => custom.getReport(deps, toAsker(request), request.params.id));
  route(app, changeCustomReport, (request) => {
    const { params, body } = request;
    return custom.changeReport(deps, toAsker(request), { id: params.id, body });
  });
  route(app, deleteCustomReport, (request) => custom.deleteReport(deps, toAsker(request), request.params.id));
  route(app, previewCustomReport, (request) =>
    custom.previewReport(deps, { log, asker: toAsker(request) }, request.body),
  );
  route(app, runCustomReport, (request) =>
    custom.runSavedReport(deps, { log, asker: toAsker(request) }, request.params.id),
  );
  route(app, exportCustomReport, async (request, reply) => {
    const { name, bytes } = await custom.exportReport(deps, toAsker(request), request.params.id);
    reply.headers(attachmentHeaders(toFileName(`${name}.csv`))).type(mimeTypes.csv);
    return bytes;
  });
}
