import {
  addClassifier as addCall,
  checkLayerField as checkFieldCall,
  deleteClassifier as deleteCall,
  deleteClassifierById,
  duplicateClassifier,
  generateStyle as generateCall,
  getClassifier,
  getClassifierUsage,
  listChildClassifiers,
  listClassifiers,
  listClassifiersForAdmin,
  listClassifiersWithChildren,
  listFieldValues as listFieldValuesCall,
  listLayers,
  orderClassifiers,
  refreshStyle as refreshCall,
  removeClassifierData,
  updateClassifier as updateCall,
} from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { parseIfMatch, toETag } from '../../http/ifMatch.ts';
import { route } from '../../http/route.ts';
import { parseAddressFilter } from '../../query/codecs/addressFilter.ts';
import { listFilteredLayerTree } from '../../query/listFilteredLayerTree.ts';
import { addRequestedNode } from './addRequestedNode.ts';
import { checkLayerField } from './checkLayerField.ts';
import { deleteTreeNode } from './deletion/deleteTreeNode.ts';
import { removeData } from './deletion/removeData.ts';
import { objectsDeleted } from './deletion/restoreData.ts';
import { groupDeleted, layerDeleted } from './deletion/restoreTreeNode.ts';
import { duplicateLayer } from './duplicateLayer.ts';
import { generateStyle, refreshStyle } from './generateStyle.ts';
import { listFieldValues } from './listFieldValues.ts';
import { orderChildren } from './orderChildren.ts';
import { listChildren, listWithChildren, readTreeNode, readTreeNodes } from './readTreeNodes.ts';
import { scheduleMeasuring } from './scheduleMeasuring.ts';
import { getUsage } from './treeNodeUsage.ts';
import { updateTreeNode } from './updateTreeNode.ts';

/** Routes that read and change the tree of groups, layers and statuses (API-CLS). */
export function classifierRoutes(app: FastifyInstance, deps: AppDeps): void {
  readingRoutes(app, deps);
  changingRoutes(app, deps);
  dataRoutes(app, deps);
  scheduleMeasuring(deps);
  deps.changeKinds.register(objectsDeleted, layerDeleted, groupDeleted);
}

function readingRoutes(app: FastifyInstance, { database }: AppDeps): void {
  const { db } = database;
  route(app, listClassifiers, (request) => readTreeNodes(db, request));
  route(app, getClassifier, async (request, reply) => {
    const classifier = await readTreeNode(db, request, request.params.classifierId);
    reply.header('etag', toETag(classifier.version));
    return classifier;
  });
  route(app, listLayers, (request) => listFilteredLayerTree(db, request, parseAddressFilter(request.query)));
  route(app, listChildClassifiers, (request) => listChildren(db, request, request.params.baseId));
  route(app, listClassifiersWithChildren, (request) =>
    listWithChildren(db, request, { id: request.params.baseId, forAdmin: false }),
  );
  route(app, listClassifiersForAdmin, (request) =>
    listWithChildren(db, request, { id: request.params.baseId, forAdmin: true }),
  );
  route(app, getClassifierUsage, (request) =>
    getUsage(db, request, { id: request.params.classifierId, field: request.query.field }),
  );
  route(app, checkFieldCall, (request) =>
    checkLayerField(database, request, {
      layerId: request.params.classifierId,
      field: request.body.field,
      schema: request.body.schema,
    }),
  );
  route(app, listFieldValuesCall, (request) =>
    listFieldValues(db, request, { layerId: request.params.classifierId, field: request.query.field }),
  );
}

function changingRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, addCall, async ({ actor, language, params, body, id: requestId }, reply) => {
    const added = await addRequestedNode(deps, { actor, language, requestId, body, baseId: params.baseId });
    reply.header('etag', toETag(added.version));
    return added;
  });
  route(app, updateCall, async ({ actor, language, params, headers, body, id: requestId }, reply) => {
    const expectedVersion = parseIfMatch(headers['if-match']);
    const request = { actor, language, requestId, body, baseId: params.baseId, expectedVersion };
    const updated = await updateTreeNode(deps, request);
    reply.header('etag', toETag(updated.version));
    return updated;
  });
  route(app, duplicateClassifier, async ({ actor, language, params, body, id: requestId }, reply) => {
    const view = await duplicateLayer(deps, { actor, language, requestId, body, ...params });
    reply.header('etag', toETag(view.version));
    return view;
  });
  route(app, orderClassifiers, async ({ actor, language, params, body, id: requestId }) => {
    await orderChildren(deps, { actor, language, requestId, parentId: params.baseId, ids: body.ids });
    return undefined;
  });
  route(app, deleteCall, async ({ actor, language, params, id: requestId }) => {
    await deleteTreeNode(deps, { actor, language, requestId, ...params });
    return undefined;
  });
  route(app, deleteClassifierById, async ({ actor, language, params, id: requestId }) => {
    await deleteTreeNode(deps, { actor, language, requestId, baseId: undefined, id: params.baseId });
    return undefined;
  });
}

function dataRoutes(app: FastifyInstance, deps: AppDeps): void {
  route(app, removeClassifierData, async ({ actor, language, params, id: requestId }) => ({
    count: await removeData(deps, { actor, language, requestId, ...params }),
  }));
  // Fastify sends a text unchanged, so it has to be JSON already: a JSON string that holds JSON.
  const json = 'application/json; charset=utf-8';
  route(app, generateCall, async ({ actor, language, params, id: requestId }, reply) => {
    const { classifierId: layerId, ruleKey: field } = params;
    const text = await generateStyle(deps, { actor, language, requestId, layerId, field });
    reply.type(json);
    return JSON.stringify(text);
  });
  route(app, refreshCall, async ({ actor, language, params, body, id: requestId }, reply) => {
    const { classifierId: layerId, ruleKey: field } = params;
    const geomStyle = body?.geomStyle;
    const text = await refreshStyle(deps, { actor, language, requestId, layerId, field, geomStyle });
    reply.type(json);
    return JSON.stringify(text);
  });
}
