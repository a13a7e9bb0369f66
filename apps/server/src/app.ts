/**
 * The server without its edges: reads no environment, opens nothing, does not listen.
 *
 * A feature is a function `(app, deps) => void` that serves its calls with `route(app, call, handler)`
 * (http/route.ts) and has a line in `features` below.
 */
import { type FastifyInstance, fastify, LogController } from 'fastify';
import type { AppDeps } from './AppDeps.ts';
import { baseMapRoutes } from './features/base-map/index.ts';
import { bulkEditRoutes } from './features/bulk-edit/index.ts';
import { classifierRoutes } from './features/classifiers/index.ts';
import { commentRoutes } from './features/comments/index.ts';
import { companyRoutes } from './features/companies/index.ts';
import { fileRoutes } from './features/files/index.ts';
import { groupRoutes } from './features/groups/index.ts';
import { helpRoutes } from './features/help/index.ts';
import { imageRoutes } from './features/images/index.ts';
import { layerRoutes } from './features/layers/index.ts';
import { logRoutes } from './features/log-view/index.ts';
import { mailRoutes } from './features/mails/index.ts';
import { objectRoutes } from './features/objects/index.ts';
import { placeRoutes } from './features/places/index.ts';
import { keepErasing } from './features/privacy/index.ts';
import { reportRoutes } from './features/reports/index.ts';
import { reviewRoutes } from './features/review/index.ts';
import { sessionRoutes } from './features/session/index.ts';
import { settingsRoutes } from './features/settings/index.ts';
import { userRoutes } from './features/users/index.ts';
import { readErrorMessages } from './http/errorMessages.ts';
import { transportOptions } from './http/transportOptions.ts';
import { validatorCompiler } from './http/validatorCompiler.ts';
import { answerErrors } from './plugins/answerErrors.ts';
import { closeInGoodOrder } from './plugins/closeInGoodOrder.ts';
import { DenialLog } from './plugins/DenialLog.ts';
import { giveTimeToAnswer } from './plugins/giveTimeToAnswer.ts';
import { guardRoutes } from './plugins/guardRoutes.ts';
import { logRequests } from './plugins/logRequests.ts';
import { readBodies } from './plugins/readBodies.ts';
import { resolveActors } from './plugins/resolveActors.ts';
import { serveDocs } from './plugins/serveDocs.ts';
import { serveHealth } from './plugins/serveHealth.ts';
import { serveWeb } from './plugins/serveWeb.ts';
import { setHeaders } from './plugins/setHeaders.ts';
import { shedLoad } from './plugins/shedLoad.ts';

type Feature = (app: FastifyInstance, deps: AppDeps) => void;

const features: readonly Feature[] = [
  sessionRoutes,
  userRoutes,
  groupRoutes,
  companyRoutes,
  settingsRoutes,
  layerRoutes,
  baseMapRoutes,
  classifierRoutes,
  objectRoutes,
  commentRoutes,
  reviewRoutes,
  reportRoutes,
  bulkEditRoutes,
  fileRoutes,
  imageRoutes,
  helpRoutes,
  placeRoutes,
  logRoutes,
  mailRoutes,
  keepErasing,
];

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    ...(deps.logger && { loggerInstance: deps.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: deps.config.trustProxy as boolean,
    ...transportOptions,
  });
  guardRoutes(app);
  app.setValidatorCompiler(validatorCompiler);
  const denials = new DenialLog(deps);
  answerErrors(app, readErrorMessages(deps.translations), (request, error) => denials.note(request, error));
  logRequests(app);
  await setHeaders(app, deps.config);
  await shedLoad(app);
  readBodies(app);
  giveTimeToAnswer(app);
  resolveActors(app, deps);
  await serveDocs(app, deps.version);
  serveHealth(app, deps);
  await serveWeb(app, deps.webDist);
  for (const feature of features) feature(app, deps);
  closeInGoodOrder(app, deps);
  return app;
}
