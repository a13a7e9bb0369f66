import {
  listAssignees as assigneesCall,
  changeCases as changeCall,
  compareCases as compareCall,
  listDuplicates as duplicatesCall,
  exportCaseReport as exportCall,
  getCase as getCall,
  listCases as listCall,
  mergeCases as mergeCall,
  listOverdueCases as overdueCall,
  getCaseReport as reportCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { toFileName } from '../../http/attachment.ts';
import { attachmentHeaders } from '../../http/attachmentHeaders.ts';
import { clientAbortSignal } from '../../http/clientAbortSignal.ts';
import { route } from '../../http/route.ts';
import { listAssignees } from './assignees.ts';
import { changeCases } from './changeCases.ts';
import { getCase, listCases } from './listCases.ts';
import { listOverdueCases } from './listOverdue.ts';
import { casesMerged } from './merging/casesMerged.ts';
import { compareCases } from './merging/compareCases.ts';
import { listDuplicates } from './merging/findDuplicates.ts';
import { mergeCases } from './merging/mergeCases.ts';
import { exportCaseReport } from './report/exportCaseReport.ts';
import { readCaseReport } from './report/readCaseReport.ts';

/** Objects of case layers as work: the inbox, assignment, due dates, duplicates and figures. */
export function caseRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listCall, ({ actor, language, query }) => listCases(deps, { actor, language, query }));
  route(app, overdueCall, ({ actor, query }) => listOverdueCases(deps, { actor, query }));
  route(app, getCall, ({ actor, language, params }) => getCase(deps, { actor, language, id: params.id }));
  route(app, changeCall, ({ actor, body, id: requestId }) => changeCases(deps, { actor, body, requestId }));
  route(app, assigneesCall, ({ actor, language, params }) =>
    listAssignees(deps, { actor, language, classId: params.classId }),
  );
  route(app, duplicatesCall, ({ actor, language, params, query }) =>
    listDuplicates(deps, { actor, language, id: params.id, query }),
  );
  route(app, compareCall, ({ actor, language, query }) => compareCases(deps, { actor, language, query }));
  route(app, mergeCall, ({ actor, body, id: requestId }) => mergeCases(deps, { actor, body, requestId }));
  route(app, reportCall, ({ actor, language, query }, reply) =>
    deps.reportSlots.run(actor.userId, clientAbortSignal(reply), () =>
      readCaseReport(deps, { actor, language, query }),
    ),
  );
  route(app, exportCall, async ({ actor, language, query, id: requestId }, reply) => {
    const { name, bytes } = await deps.reportSlots.run(actor.userId, clientAbortSignal(reply), () =>
      exportCaseReport(deps, { actor, language, query }, requestId),
    );
    reply.headers(attachmentHeaders(toFileName(`${name}.csv`))).type('text/csv; charset=utf-8');
    return bytes;
  });
  deps.changeKinds.register(casesMerged);
}
