import {
  addComment as addCommentCall,
  deleteComment as deleteCommentCall,
  listMentionable as mentionableCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { addComment } from './addComment.ts';
import { deleteComment } from './deleteComment.ts';
import { listMentionable } from './listMentionable.ts';

/** Comments of objects (API-COMM); reading them is part of reading the object. */
export function commentRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, addCommentCall, ({ actor, language, params, body, id: requestId }) =>
    addComment(deps, { actor, language, requestId, objectId: params.objectId, body }),
  );

  route(app, deleteCommentCall, async ({ actor, language, params, id: requestId }) => {
    const { objectId, id: commentId } = params;
    await deleteComment(deps.database, { actor, language, requestId, objectId, commentId });
    return undefined;
  });

  route(app, mentionableCall, (request) => listMentionable(deps, request, request.params.id));
}
