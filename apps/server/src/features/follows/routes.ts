import * as calls from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { followLayers, followObject } from './addFollow.ts';
import { followAsVisitor } from './followAsVisitor.ts';
import { changeFollow, deleteFollow, listFollows } from './followRows.ts';

/** Routes of what users follow; its news come as notices. */
export function followRoutes(app: FastifyInstance, deps: AppDeps): void {
  const { db } = deps.database;
  route(app, calls.listFollows, ({ actor }) => listFollows(db, actor));
  route(app, calls.followObject, ({ actor, language, body }) =>
    followObject(deps, { actor, language }, body),
  );
  route(app, calls.followLayers, ({ actor, language, body }) =>
    followLayers(deps, { actor, language }, body),
  );
  route(app, calls.changeFollow, ({ actor, params, body }) =>
    changeFollow(deps, actor, { id: params.id, ...body }),
  );
  route(app, calls.followAsVisitor, async ({ ip, language, body }) => {
    await followAsVisitor(deps, { address: ip, language, body });
    return undefined;
  });
  route(app, calls.stopFollowing, async ({ actor, params }) => {
    await deleteFollow(deps, actor, params.id);
    return undefined;
  });
}
