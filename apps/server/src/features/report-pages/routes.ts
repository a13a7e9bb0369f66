import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { readReportPage } from './readReportPage.ts';
import { reopenReport } from './reopenReport.ts';
import { UsualDays } from './UsualDays.ts';

/** The page of a report for its reporter, who has no account. */
export function reportPageRoutes(app: FastifyInstance, appDeps: AppDeps): void {
  const deps = { ...appDeps, usualDays: new UsualDays(appDeps) };
  route(app, calls.getReportPage, ({ actor, language, params }) =>
    readReportPage(deps, { actor, language }, params.id),
  );
  route(app, calls.reopenReport, ({ actor, language, params, body, id: requestId }) =>
    reopenReport(deps, { actor, language, requestId, id: params.id, text: body.text }),
  );
}
