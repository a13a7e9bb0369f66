import {
  listAssignees as assigneesCall,
  changeCases as changeCall,
  getCase as getCall,
  listCases as listCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { listAssignees } from './assignees.ts';
import { changeCases } from './changeCases.ts';
import { getCase, listCases } from './listCases.ts';

/** Objects of case layers as work: the inbox, assignment and due dates. */
export function caseRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listCall, ({ actor, language, query }) => listCases(deps, { actor, language, query }));
  route(app, getCall, ({ actor, language, params }) => getCase(deps, { actor, language, id: params.id }));
  route(app, changeCall, ({ actor, body, id: requestId }) => changeCases(deps, { actor, body, requestId }));
  route(app, assigneesCall, ({ actor, language, params }) =>
    listAssignees(deps, { actor, language, classId: params.classId }),
  );
}
