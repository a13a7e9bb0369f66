import {
  addReplyTemplate as addCall,
  changeReplyTemplate as changeCall,
  deleteReplyTemplate as deleteCall,
  listReplyTemplates as listCall,
  listReplies as repliesCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import {
  addReplyTemplate,
  changeReplyTemplate,
  deleteReplyTemplate,
  listReplyTemplates,
} from './changeTemplates.ts';
import { listReplies } from './listReplies.ts';

/** Texts of a company for answers to reporters, and the answers to one object that they propose. */
export function replyTemplateRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listCall, ({ actor }) => listReplyTemplates(deps, actor));
  route(app, addCall, ({ actor, body, id: requestId }) => addReplyTemplate(deps, { actor, body, requestId }));
  route(app, changeCall, ({ actor, params, body, id: requestId }) =>
    changeReplyTemplate(deps, { actor, id: params.templateId, body, requestId }),
  );
  route(app, deleteCall, async ({ actor, params, id: requestId }) => {
    await deleteReplyTemplate(deps, { actor, id: params.templateId, requestId });
    return undefined;
  });
  route(app, repliesCall, (request) => listReplies(deps, request, request.params.id));
}
