import {
  addGeom,
  countRuleMatches as countRulesCall,
  deleteGeom,
  exportGeomCsv,
  findNearestGeom,
  getGeom,
  getGeomExtent,
  getGeomHistoryEntry,
  getGeomTimeline,
  getLayerExtent,
  listFeatures,
  listGeomHistory,
  listReferenced as listReferencedCall,
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
import type { Actor } from '../../access/Actor.ts';
import { visitorOf } from '../../access/visitorCookie.ts';
import { attachment } from '../../http/attachment.ts';
import { parseIfMatch, toETag } from '../../http/ifMatch.ts';
import { route } from '../../http/route.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import { getObject } from '../../objects/getObject.ts';
import { listReferenced } from '../../objects/references/listReferenced.ts';
import { toGeom } from '../../objects/toGeom.ts';
import { parseAddressFilter } from '../../query/codecs/addressFilter.ts';
import { addObject } from './addObject.ts';
import { deleteObject, restoreObject } from './deleteObject.ts';
import { exportObject } from './exportObject.ts';
import { getHistoryEntry, listHistory } from './history/readHistory.ts';
import { readTimeline } from './history/readTimeline.ts';
import { restoreObjectState } from './history/restoreState.ts';
import { countRuleMatches } from './loading/countRuleMatches.ts';
import * as loading from './loading/streamFeatures.ts';
import { getNearest } from './lookups/getNearest.ts';
import { readLayerExtent, readObjectExtent } from './lookups/readExtent.ts';
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
      return loading.streamFeaturesOfKind(deps, request, { kind, request: request.body });
    });

  route(app, listFeatures, (request, reply) => {
    reply.type(json);
    return loading.streamFeatures(deps, request, request.body);
  });
}

function lookUpRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, getGeom, async (request, reply) => {
    const object = await getObject(deps.database.db, request, request.params.id);
    reply.header('etag', toETag(object.row.version));
    return toGeom(object);
  });

  route(app, getGeomTimeline, (request) =>
    readTimeline(deps.database.db, request, { id: request.params.id, query: request.query }),
  );

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

  route(app, listReferencedCall, ({ actor, params: { classifierId: layerId }, query }) =>
    listReferenced(deps.database.db, actor, { layerId, ...query }),
  );
  route(app, findNearestGeom, (request) => getNearest(deps.database.db, request, request.body));

  route(app, getLayerExtent, (request) =>
    readLayerExtent(deps.database.db, request, {
      layerId: request.params.classifierId,
      filter: parseAddressFilter(request.query),
    }),
  );

  route(app, countRulesCall, ({ actor, language, params, query }) =>
    countRuleMatches(
      deps.database,
      { actor, language },
      { layerId: params.classifierId, filter: parseAddressFilter(query) },
    ),
  );

  route(app, getGeomExtent, (request) =>
    readObjectExtent(deps.database.db, request, {
      layerId: request.params.layerId,
      id: request.params.featureId,
    }),
  );
}

/** Sets a cookie for a visitor who adds or votes, so that they are known later. */
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
    const { actor, language, params, query, headers, id: requestId } = request;
    const expectedVersion = parseIfMatch(headers['if-match']);
    const side = query._side ?? 'after';
    const geom = await restoreObjectState(deps, {
      ...{ actor, language, side, expectedVersion, requestId },
      ...params,
    });
    reply.header('etag', toETag(geom.version));
    return geom;
  });

  route(app, upvoteGeom, async (request, reply) => {
    const { language, params, id: requestId } = request;
    const actor = await withVisitor(deps, request, reply);
    return await upvoteObject(deps, { actor, language, id: params.id, requestId });
  });
}
