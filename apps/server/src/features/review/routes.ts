import { approveGeom, hideGeom, listWaitingGeoms, unhideGeom } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { listWaiting } from './listWaiting.ts';
import { reviewObject } from './reviewObject.ts';

/** Review: which objects added by visitors the public sees (D-CLS-07). */
export function reviewRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listWaitingGeoms, (request) => listWaiting(deps.database.db, request));

  route(app, approveGeom, ({ actor, language, params, id: requestId }) =>
    reviewObject(deps, { actor, language, id: params.id, requestId }, { kind: 'approve' }),
  );
  route(app, hideGeom, ({ actor, language, params, body, id: requestId }) =>
    reviewObject(deps, { actor, language, id: params.id, requestId }, { kind: 'hide', reason: body.reason }),
  );
  route(app, unhideGeom, ({ actor, language, params, id: requestId }) =>
    reviewObject(deps, { actor, language, id: params.id, requestId }, { kind: 'unhide' }),
  );
}
