/**
 * Builds the server without its edges: reads no environment, opens nothing, does not listen.
 *
 * A feature is a function `(app, deps) => void` that serves its calls with `route(app, call, handler)`
 * (http/route.ts) and has a line in `features` below.
 */
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { AppDeps } from './AppDeps.ts';
import { DenialLog } from './audit/DenialLog.ts';
import { readErrorMessages } from './errors/errorMessages.ts';
import { baseLayerRoutes } from './features/base-layers/index.ts';
import { baseMapRoutes } from './features/base-map/index.ts';
import { bulkEditRoutes } from './features/bulk-edit/index.ts';
import { caseRoutes } from './features/cases/index.ts';
import { changeRoutes } from './features/changes/index.ts';
import { commentRoutes } from './features/comments/index.ts';
import { companyRoutes } from './features/companies/index.ts';
import { feedRoutes } from './features/feeds/index.ts';
import { fileRoutes } from './features/files/index.ts';
import { followRoutes } from './features/follows/index.ts';
import { groupRoutes } from './features/groups/index.ts';
import { helpRoutes } from './features/help/index.ts';
import { imageRoutes } from './features/images/index.ts';
import { importRoutes } from './features/imports/index.ts';
import { classifierRoutes } from './features/layers/index.ts';
import { linkRoutes } from './features/links/index.ts';
import { logRoutes } from './features/log/index.ts';
import { mailRoutes } from './features/mails/index.ts';
import { noticeRoutes } from './features/notices/index.ts';
import { objectRoutes } from './features/objects/index.ts';
import { placeRoutes } from './features/places/index.ts';
import { scheduleErasure } from './features/privacy/index.ts';
import { replyTemplateRoutes } from './features/reply-templates/index.ts';
import { reportPageRoutes } from './features/report-pages/index.ts';
import { reportScheduleRoutes } from './features/report-schedules/index.ts';
import { reportRoutes } from './features/reports/index.ts';
import { reviewRoutes } from './features/review/index.ts';
import { routingRuleRoutes } from './features/routing-rules/index.ts';
import { sessionRoutes } from './features/session/index.ts';
import { settingsRoutes } from './features/settings/index.ts';
import { userRoutes } from './features/users/index.ts';
import { answerErrors } from './http/hooks/answerErrors.ts';
import { extendSocketTimeout } from './http/hooks/extendSocketTimeout.ts';
import { guardRoutes } from './http/hooks/guardRoutes.ts';
import { limitSockets } from './http/hooks/limitSockets.ts';
import { logRequests } from './http/hooks/logRequests.ts';
import { readBodies } from './http/hooks/readBodies.ts';
import { refuseOtherVersions } from './http/hooks/refuseOtherVersions.ts';
import { resolveActors } from './http/hooks/resolveActors.ts';
import { serveDocs } from './http/hooks/serveDocs.ts';
import { serveHealth } from './http/hooks/serveHealth.ts';
import { serveWeb } from './http/hooks/serveWeb.ts';
import { setHeaders } from './http/hooks/setHeaders.ts';
import { shedLoad } from './http/hooks/shedLoad.ts';
import { shutDownGracefully } from './http/hooks/shutDownGracefully.ts';
import { serveMetrics } from './http/metrics/serveMetrics.ts';
import { transportOptions } from './http/transportOptions.ts';
import { toTrustProxy } from './http/trustProxy.ts';
import { serializerCompiler } from './validation/serializerCompiler.ts';
import { validatorCompiler } from './validation/validatorCompiler.ts';

type Feature = (app: FastifyInstance, deps: AppDeps) => void;

const features: readonly Feature[] = [
  sessionRoutes,
  userRoutes,
  groupRoutes,
  companyRoutes,
  settingsRoutes,
  baseLayerRoutes,
  baseMapRoutes,
  classifierRoutes,
  linkRoutes,
  objectRoutes,
  commentRoutes,
  reviewRoutes,
  reportPageRoutes,
  reportRoutes,
  reportScheduleRoutes,
  bulkEditRoutes,
  fileRoutes,
  feedRoutes,
  importRoutes,
  caseRoutes,
  routingRuleRoutes,
  replyTemplateRoutes,
  noticeRoutes,
  followRoutes,
  changeRoutes,
  imageRoutes,
  helpRoutes,
  placeRoutes,
  logRoutes,
  mailRoutes,
  scheduleErasure,
];

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    ...(deps.logger && { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustProxy(deps.config.trustProxy),
    ...transportOptions,
  });
  guardRoutes(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  const denials = new DenialLog(deps);
  answerErrors(app, readErrorMessages(deps.translations), (request, error) => denials.record(request, error));
  logRequests(app);
  await setHeaders(app, deps.config);
  refuseOtherVersions(app);
  await shedLoad(app);
  limitSockets(app, deps.config);
  readBodies(app);
  extendSocketTimeout(app);
  resolveActors(app, deps);
  await serveDocs(app, deps.version);
  serveHealth(app, deps);
  serveMetrics(app, deps);
  await serveWeb(app, deps.webDist);
  for (const feature of features) feature(app, deps);
  runJobs(app, deps);
  shutDownGracefully(app, deps);
  return app;
}

/** Jobs start once the app is ready; what they were doing when it closes waits for another process. */
function runJobs(app: FastifyInstance, { jobs }: AppDeps): void {
  app.addHook('onReady', async () => jobs.start(app.log));
  app.addHook('preClose', async () => jobs.stop());
}
