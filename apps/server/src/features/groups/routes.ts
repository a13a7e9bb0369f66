import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { addGroup, deleteGroup, getVisibleGroup, listVisibleGroups, updateGroup } from './groups.ts';
import { addUnit, deleteUnit, listVisibleUnits, updateUnit } from './units.ts';

export function groupRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, calls.listGroups, ({ actor }) => listVisibleGroups(deps, actor));
  route(app, calls.getGroup, ({ actor, params }) => getVisibleGroup(deps, actor, params.groupId));
  route(app, calls.addGroup, async ({ actor, body, id }) => ({
    id: await addGroup(deps, actor, { body, requestId: id }),
  }));
  route(app, calls.updateGroup, ({ actor, params, body, id }) =>
    updateGroup(deps, actor, { groupId: params.groupId, body, requestId: id }),
  );
  route(app, calls.deleteGroup, ({ actor, params, id }) =>
    deleteGroup(deps, actor, { groupId: params.groupId, requestId: id }),
  );

  route(app, calls.listUnits, ({ actor }) => listVisibleUnits(deps, actor));
  route(app, calls.addUnit, async ({ actor, body, id }) => ({
    id: await addUnit(deps, actor, { body, requestId: id }),
  }));
  route(app, calls.updateUnit, ({ actor, params, body, id }) =>
    updateUnit(deps, actor, { unitId: params.unitId, body, requestId: id }),
  );
  route(app, calls.deleteUnit, ({ actor, params, id }) =>
    deleteUnit(deps, actor, { unitId: params.unitId, requestId: id }),
  );
}
