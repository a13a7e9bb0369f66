import type { Call, Right } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { mapQuery } from '@pgis/testkit';
import { type ActorName, isOfOwnCompany, type Owner, roleOf } from './actors.ts';
import type { RightsCase } from './companyCases.ts';
import { type Answer, isVisitor, permissionOf, toAnswer } from './expectAnswer.ts';
import { type LayerKind, layerKinds } from './layerKinds.ts';
import { type GroupKind, groupKinds, type RightsFixtures } from './rightsFixtures.ts';

const ownerOf = (kind: string): Owner => (kind.startsWith('foreign') ? 'foreign' : 'roads');
const isOwnCompany = (actor: ActorName, kind: string): boolean =>
  !isVisitor(actor) && isOfOwnCompany(actor) === (ownerOf(kind) === 'roads');

/** D-PERM-03, D-CLS-07: a layer of another company exists if visitors see it. */
const canSeeLayer = (actor: ActorName, kind: LayerKind): boolean =>
  kind !== 'absent' && (!kind.includes('hidden') || isOwnCompany(actor, kind));

function expectForLayer(actor: ActorName, kind: LayerKind, right: Right | undefined): Answer {
  if (!canSeeLayer(actor, kind)) return 404;
  return right === undefined ? 'allowed' : toAnswer(permissionOf(right, actor, roleOf(actor, ownerOf(kind))));
}

interface LayerCall {
  readonly call: Call;
  /** Row of the table of rights, where the policy leaves the check to the use case. */
  readonly right?: Right;
  readonly isOnce?: boolean;
  readonly body?: (fixtures: RightsFixtures, id: number, kind: LayerKind) => object;
  readonly query?: (id: number) => string;
}

const imageQuery = (id: number) => `?${new URLSearchParams(mapQuery(`${id}_points`, [0, 0, 100, 100]))}`;

const tile = { version: '1', z: 3, x: 4, file: '2.png' };

const layerCalls: readonly LayerCall[] = [
  { call: calls.getClassifier },
  { call: calls.getLayerExtent },
  { call: calls.getLayerImage, query: imageQuery },
  { call: calls.getTileSource },
  { call: calls.getLayerTile },
  { call: calls.previewLayerImage, query: imageQuery, body: () => ({ geomStyle: '{}' }) },
  { call: calls.listClassObjects },
  { call: calls.listClassObjectIds },
  { call: calls.exportObjectReport, body: () => ({}) },
  { call: calls.countRuleMatches },
  {
    call: calls.addReportExport,
    body: (_fixtures, id) => ({ classId: id, format: 'csv' }),
  },
  { call: calls.getClassifierUsage, right: 'seePrivateObject' },
  { call: calls.updateClassifier, body: ({ name }, id) => ({ id, name: name() }) },
  { call: calls.generateStyle },
  { call: calls.refreshStyle },
  { call: calls.listFieldValues, query: () => '?field=kind' },
  { call: calls.checkLayerField, body: () => ({ field: 'kind' }) },
  {
    call: calls.duplicateClassifier,
    body: ({ name, groupIdOf }, _id, kind) => ({ name: name(), id1: groupIdOf(kind) }),
  },
  { call: calls.removeClassifierData, isOnce: true, body: () => ({}) },
  { call: calls.deleteClassifier, isOnce: true },
];

const layerCallCases = layerCalls.flatMap(({ call, right, isOnce, body, query }) =>
  layerKinds.map(
    (kind): RightsCase => ({
      call,
      ownership: `layer, ${kind}`,
      input: async (fixtures) => {
        const id = await (isOnce ? fixtures.emptyLayer(kind) : fixtures.layer(kind));
        return {
          params: { baseId: 1, id, classifierId: id, classId: id, ruleKey: 'kind', ...tile },
          ...(body && call.body && { body: body(fixtures, id, kind) }),
          ...(query && { query: query(id) }),
        };
      },
      expected: (actor) => expectForLayer(actor, kind, right ?? call.policy.right),
    }),
  ),
);

/** A feed is that of a visitor, whoever asks. */
const feedCases = layerKinds.map(
  (kind): RightsCase => ({
    call: calls.getLayerFeed,
    ownership: `layer, ${kind}`,
    input: async (fixtures) => ({ params: { layerId: await fixtures.layer(kind) } }),
    expected: () => (kind === 'absent' || kind.includes('hidden') ? 404 : 'allowed'),
  }),
);

/** Calls that change many objects, and that undo such a change. */
const bulkCases = [calls.setFieldOfGeoms, calls.addCommentToGeoms, calls.undoBulkEdit].flatMap((call: Call) =>
  layerKinds.map(
    (kind): RightsCase => ({
      call,
      ownership: `layer, ${kind}`,
      input: async (fixtures) => {
        const params = { classId: await fixtures.layer(kind), entryId: await fixtures.bulk.bulkEdit(kind) };
        if (call === calls.undoBulkEdit) return { params };
        const objects = [{ id: await fixtures.bulk.objectOf(kind), version: 1 }];
        const statusId = fixtures.bulk.statusOf(kind);
        const body =
          call === calls.setFieldOfGeoms ? { field: 'kind', value: 'x' } : { content: 'c', statusId };
        return { params, body: { objects, ...body } };
      },
      expected: (actor) => expectForLayer(actor, kind, call.policy.right),
    }),
  ),
);

/** D-OBJ-04: an invisible layer is an error in the body. */
function expectForAdding(actor: ActorName, kind: LayerKind): Answer {
  if (!canSeeLayer(actor, kind)) return 400;
  const permission = permissionOf('addObject', actor, roleOf(actor, ownerOf(kind)));
  const isOpen = kind === 'listed' || kind === 'foreign';
  if (permission === 'open' && !isOpen) return isVisitor(actor) ? 401 : 403;
  if (permission === 'open') return 'allowed';
  return toAnswer(permission);
}

const addObjectCases = layerKinds.map(
  (kind): RightsCase => ({
    call: calls.addGeom,
    ownership: `layer, ${kind}`,
    input: async (fixtures) => ({
      body: { wkt: 'POINT(1 2)', name: 'a', description: 'b', classId: await fixtures.layer(kind) },
    }),
    expected: (actor) => expectForAdding(actor, kind),
  }),
);

/** Groups that are invisible outside the company. */
const groupCases = [calls.deleteClassifierById, calls.orderClassifiers].flatMap((call: Call) =>
  groupKinds.map(
    (kind): RightsCase => ({
      call,
      ownership: `group, ${kind}`,
      input: async (fixtures) => {
        const id = await fixtures.group(kind);
        const isOrder = call === calls.orderClassifiers;
        return {
          params: { baseId: id },
          ...(isOrder && { body: { ids: [await fixtures.onlyLayerOf(id)] } }),
        };
      },
      expected: (actor) => expectForGroup(actor, kind) ?? 404,
    }),
  ),
);

/** Returns undefined where the group does not exist for the actor. */
function expectForGroup(actor: ActorName, kind: GroupKind): Answer | undefined {
  if (kind === 'absent' || !isOwnCompany(actor, kind)) return undefined;
  return toAnswer(permissionOf('manageLayers', actor, roleOf(actor, ownerOf(kind))));
}

const addLayerCases = groupKinds.map(
  (kind): RightsCase => ({
    call: calls.addClassifier,
    ownership: `group, ${kind}`,
    input: async (fixtures) => ({
      params: { baseId: 1 },
      body: { id1: await fixtures.group(kind), name: fixtures.name(), allObjectsPublic: false },
    }),
    expected: (actor) =>
      kind === 'absent' || !isOwnCompany(actor, kind)
        ? 400
        : toAnswer(permissionOf('manageLayers', actor, roleOf(actor, ownerOf(kind)))),
  }),
);

const baseLayerCases = [calls.updateMapLayer, calls.deleteMapLayer].flatMap((call: Call) =>
  (['own', 'system', 'absent'] as const).map(
    (kind): RightsCase => ({
      call,
      ownership: `map layer, ${kind}`,
      input: async (fixtures) => ({
        params: { id: await fixtures.mapLayer(kind) },
        ...(call.body && { body: fixtures.mapLayerBody }),
      }),
      expected: (actor) => {
        if (kind === 'absent' || (kind === 'own' && !isOwnCompany(actor, 'own'))) return 404;
        if (kind === 'system') return 403;
        return actor === 'moduleAdmin' ? 'allowed' : 403;
      },
    }),
  ),
);

export const layerCases: readonly RightsCase[] = [
  ...layerCallCases,
  ...feedCases,
  ...bulkCases,
  ...addObjectCases,
  ...groupCases,
  ...addLayerCases,
  ...baseLayerCases,
];
