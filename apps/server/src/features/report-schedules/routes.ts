import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { reportScheduleJobKind } from './scheduleJob.ts';
import { addReportSchedule, deleteReportSchedule, listReportSchedules } from './schedules.ts';

/** Reports by mail on days of the week. */
export function reportScheduleRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.listReportSchedules, ({ actor, language, id: requestId }) =>
    listReportSchedules(deps, { actor, language, requestId }),
  );
  route(app, calls.addReportSchedule, ({ actor, language, id: requestId, body }) =>
    addReportSchedule(deps, { actor, language, requestId }, body),
  );
  route(app, calls.deleteReportSchedule, ({ actor, language, id: requestId, params }) =>
    deleteReportSchedule(deps, { actor, language, requestId }, params.scheduleId),
  );
  deps.jobs.register(reportScheduleJobKind(deps));
  app.addHook('onClose', () => deps.paperPool.close());
}
