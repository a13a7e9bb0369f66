import {
  explainRouting as explainCall,
  listRoutingRules as listCall,
  saveRoutingRules as saveCall,
  tryRoutingRules as tryCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { escalationJobKind } from './escalateCases.ts';
import { listRoutingRules } from './listRoutingRules.ts';
import { saveRoutingRules } from './saveRoutingRules.ts';
import { explainRouting, tryRoutingRules } from './tryRoutingRules.ts';

/** Rules by which new cases get a unit and a person, and the job that tells somebody of cases that take too long. */
export function routingRuleRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, listCall, ({ actor }) => listRoutingRules(deps, actor));
  route(app, saveCall, ({ actor, body, id }) => saveRoutingRules(deps, actor, { body, requestId: id }));
  route(app, tryCall, ({ actor, body }) => tryRoutingRules(deps, actor, body.rules));
  route(app, explainCall, ({ actor, params }) => explainRouting(deps, actor, params.id));
  deps.jobs.register(escalationJobKind(deps));
}
