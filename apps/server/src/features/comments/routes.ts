import { addComment, deleteComment } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import * as service from './service.ts';

/** Comments of objects (API-COMM); reading them is part of reading the object. */
export function commentRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, addComment, ({ actor, language, params, body, id: requestId }) =>
    service.addComment(deps, { actor, language, requestId, objectId: params.objectId, body }),
  );

  route(app, deleteComment, async ({ actor, language, params, id: requestId }) => {
    const { objectId, id: commentId } = params;
    await service.deleteComment(deps, { actor, language, requestId, objectId, commentId });
    return undefined;
  });
}
