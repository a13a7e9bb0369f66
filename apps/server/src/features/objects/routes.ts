import {
  addGeom,
  countRuleMatches as countRulesCall,
  deleteGeom,
  exportGeomCsv,
  findNearestGeom,
  getGeom,
  getGeomExtent,
  getGeomHistoryEntry,
  getLayerExtent,
  listFeatures,
  listGeomHistory,
  loadLines,
  loadPoints,
  loadPolygons,
  restoreGeom,
  restoreGeomState,
  updateGeom,
  upvoteGeom,
} from '@pgis/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { attachment } from '../../http/attachment.ts';
import { parseIfMatch, toETag } from '../../http/ifMatch.ts';
import { route } from '../../http/route.ts';
import type { Actor } from '../../plugins/Actor.ts';
import { visitorOf } from '../../plugins/visitor.ts';
import { parseFilterQuery } from '../classifiers/index.ts';
import { addObject } from './addObject.ts';
import { countRuleMatches } from './countRuleMatches.ts';
import { deleteObject, restoreObject } from './deleteObject.ts';
import { exportObject } from './exportObject.ts';
import * as extents from './extents.ts';
import { findNearest } from './findNearest.ts';
import { getSeenObject } from './findSeenObject.ts';
import * as loading from './loadFeatures.ts';
import { objectKinds } from './ObjectKind.ts';
import { getHistoryEntry, listHistory } from './readHistory.ts';
import { restoreObjectState } from './restoreState.ts';
import { toGeom } from './toGeom.ts';
import { updateObject } from './updateObject.ts';
import { upvoteObject } from './upvoteObject.ts';

const json = 'application/json; charset=utf-8';

/** Objects on the map: loading, looking up, changing (API-GEOM). */
export function objectRoutes(app: FastifyInstance, deps: AppDeps): void {
  loadRoutes(app, deps);
  lookUpRoutes(app, deps);
  changeRoutes(app, deps);
}

function loadRoutes(app: FastifyInstance, deps: AppDeps): void {
  for (const [call, kind] of [
    [loadPoints, objectKinds.point],
    [loadLines, objectKinds.line],
    [loadPolygons, objectKinds.polygon],
  ] as const)
    route(app, call, (request, reply) => {
      reply.type(json);
      return loading.loadFeatures(deps, request, kind, request.body);
    });

  route(app, listFeatures, (request, reply) => {
    reply.type(json);
    return loading.listFeatures(deps, request, request.body);
  });
}

function lookUpRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, getGeom, async (request, reply) => {
    const seen = await getSeenObject(deps.database.db, request, request.params.id);
    reply.header('etag', toETag(seen.row.version));
    return toGeom(seen);
  });

  route(app, exportGeomCsv, async ({ actor, language, params, body, id: requestId }, reply) => {
    const { name, csv } = await exportObject(deps, { actor, language, id: params.id, body, requestId });
    reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(`${name}.csv`));
    return csv;
  });

  route(app, listGeomHistory, ({ actor, language, params, query }) =>
    listHistory(deps.database.db, { actor, language, id: params.id }, query._before),
  );

  route(app, getGeomHistoryEntry, ({ actor, language, params }) =>
    getHistoryEntry(deps.database.db, { actor, language, id: params.id }, params.entryId),
  );

  route(app, findNearestGeom, (request) => findNearest(deps, request, request.body));

  route(app, getLayerExtent, (request) =>
    extents.getLayerExtent(deps, request, request.params.classifierId, parseFilterQuery(request.query)),
  );

  route(app, countRulesCall, ({ actor, language, params, query }) =>
    countRuleMatches(deps, { actor, language }, params.classifierId, parseFilterQuery(query)),
  );

  route(app, getGeomExtent, (request) =>
    extents.getObjectExtent(deps, request, request.params.layerId, request.params.featureId),
  );
}

/** A visitor who leaves something behind is known by a cookie from then on. */
async function withVisitor(
  { secrets }: AppDeps,
  request: FastifyRequest & { readonly actor: Actor },
  reply: FastifyReply,
): Promise<Actor> {
  const { actor } = request;
  return actor.kind === 'user' ? actor : { ...actor, visitorId: await visitorOf(secrets, request, reply) };
}

function changeRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, addGeom, async (request, reply) => {
    const { actor, body, language, id: requestId } = request;
    const visitor = await withVisitor(deps, request, reply);
    const visitorId = visitor.kind === 'anonymous' ? visitor.visitorId : undefined;
    const idempotencyKey = request.headers['idempotency-key'];
    return { id: await addObject(deps, { actor, body, language, requestId, idempotencyKey, visitorId }) };
  });

  route(app, updateGeom, async (request, reply) => {
    const { actor, language, body, params, headers, id: requestId } = request;
    const expectedVersion = parseIfMatch(headers['if-match']);
    const geom = await updateObject(deps, {
      actor,
      language,
      body,
      id: params.id,
      expectedVersion,
      requestId,
    });
    reply.header('etag', toETag(geom.version));
    return geom;
  });

  route(app, deleteGeom, async ({ actor, language, params, id: requestId }) => {
    await deleteObject(deps, { actor, language, id: params.id, requestId });
    return undefined;
  });

  route(app, restoreGeom, async ({ actor, language, params, id: requestId }, reply) => {
    const geom = await restoreObject(deps, { actor, language, id: params.id, requestId });
    reply.header('etag', toETag(geom.version));
    return geom;
  });

  route(app, restoreGeomState, async (request, reply) => {
    const { actor, language, params, headers, id: requestId } = request;
    const expectedVersion = parseIfMatch(headers['if-match']);
    const geom = await restoreObjectState(deps, { actor, language, ...params, expectedVersion, requestId });
    reply.header('etag', toETag(geom.version));
    return geom;
  });

  route(app, upvoteGeom, async (request, reply) => {
    const { language, params, id: requestId } = request;
    const actor = await withVisitor(deps, request, reply);
    return await upvoteObject(deps, { actor, language, id: params.id, requestId });
  });
}
