import type { Call, Right } from '@pgis/contract';
import * as calls from '@pgis/contract';
import { mapQuery } from '@pgis/testkit';
import { type Answer, isVisitor, reachOf, toAnswer } from './expectAnswer.ts';
import { type LayerKind, layerKinds } from './layerKinds.ts';
import type { OtherCase } from './otherCases.ts';
import { type GroupKind, groupKinds, type OtherThings } from './otherThings.ts';
import { isOfOwnCompany, type Place, standingOf, type Who } from './people.ts';

const placeOf = (kind: string): Place => (kind.startsWith('foreign') ? 'foreign' : 'roads');
const isOwnCompany = (who: Who, kind: string): boolean =>
  !isVisitor(who) && isOfOwnCompany(who) === (placeOf(kind) === 'roads');

/** D-PERM-03, D-CLS-07: of another company a layer is there that visitors find. */
const seesLayer = (who: Who, kind: LayerKind): boolean =>
  kind !== 'absent' && (!kind.includes('hidden') || isOwnCompany(who, kind));

function expectOfLayer(who: Who, kind: LayerKind, right: Right | undefined): Answer {
  if (!seesLayer(who, kind)) return 404;
  return right === undefined ? 'allowed' : toAnswer(reachOf(right, who, standingOf(who, placeOf(kind))));
}

interface LayerCall {
  readonly call: Call;
  /** The row of the table, where the policy leaves it to the service. */
  readonly right?: Right;
  readonly isOnce?: boolean;
  readonly body?: (things: OtherThings, id: number, kind: LayerKind) => object;
  readonly query?: (id: number) => string;
}

const picture = (id: number) => `?${new URLSearchParams(mapQuery(`${id}_points`, [0, 0, 100, 100]))}`;

const tile = { version: '1', z: 3, x: 4, file: '2.png' };

const layerCalls: readonly LayerCall[] = [
  { call: calls.getClassifier },
  { call: calls.getLayerExtent },
  { call: calls.getLayerImage, query: picture },
  { call: calls.getTileSource },
  { call: calls.getLayerTile },
  { call: calls.previewLayerImage, query: picture, body: () => ({ geomStyle: '{}' }) },
  { call: calls.listClassObjects },
  { call: calls.listClassObjectIds },
  { call: calls.exportObjectReport, body: () => ({}) },
  { call: calls.countRuleMatches },
  {
    call: calls.addReportExport,
    body: (_things, id) => ({ classId: id, format: 'csv' }),
  },
  { call: calls.getClassifierUsage, right: 'seePrivateObject' },
  { call: calls.updateClassifier, body: ({ name }, id) => ({ id, name: name() }) },
  { call: calls.generateStyle },
  { call: calls.refreshStyle },
  {
    call: calls.duplicateClassifier,
    body: ({ name, groupIdOf }, _id, kind) => ({ name: name(), id1: groupIdOf(kind) }),
  },
  { call: calls.removeClassifierData, isOnce: true, body: () => ({}) },
  { call: calls.deleteClassifier, isOnce: true },
];

const aboutLayers = layerCalls.flatMap(({ call, right, isOnce, body, query }) =>
  layerKinds.map(
    (kind): OtherCase => ({
      call,
      ownership: `layer, ${kind}`,
      ask: async (things) => {
        const id = await (isOnce ? things.emptyLayer(kind) : things.layer(kind));
        return {
          params: { baseId: 1, id, classifierId: id, classId: id, ruleKey: 'kind', ...tile },
          ...(body && call.body && { body: body(things, id, kind) }),
          ...(query && { query: query(id) }),
        };
      },
      expected: (who) => expectOfLayer(who, kind, right ?? call.policy.right),
    }),
  ),
);

/** Many objects at once: fresh ones, and what somebody did to others. */
const aboutMany = [calls.setFieldOfGeoms, calls.addCommentToGeoms, calls.undoBulkEdit].flatMap((call: Call) =>
  layerKinds.map(
    (kind): OtherCase => ({
      call,
      ownership: `layer, ${kind}`,
      ask: async (things) => {
        const params = { classId: await things.layer(kind), entryId: await things.many.bulkEdit(kind) };
        if (call === calls.undoBulkEdit) return { params };
        const objects = [{ id: await things.many.objectOf(kind), version: 1 }];
        const statusId = things.many.statusOf(kind);
        const body =
          call === calls.setFieldOfGeoms ? { field: 'kind', value: 'x' } : { content: 'c', statusId };
        return { params, body: { objects, ...body } };
      },
      expected: (who) => expectOfLayer(who, kind, call.policy.right),
    }),
  ),
);

/** D-OBJ-04: a layer that is not to be seen is a mistake in the body. */
function expectOfDrawing(who: Who, kind: LayerKind): Answer {
  if (!seesLayer(who, kind)) return 400;
  const reach = reachOf('addObject', who, standingOf(who, placeOf(kind)));
  const isOpen = kind === 'listed' || kind === 'foreign';
  if (reach === 'open' && !isOpen) return isVisitor(who) ? 401 : 403;
  if (reach === 'open') return 'allowed';
  return toAnswer(reach);
}

const drawing = layerKinds.map(
  (kind): OtherCase => ({
    call: calls.addGeom,
    ownership: `layer, ${kind}`,
    ask: async (things) => ({
      body: { wkt: 'POINT(1 2)', name: 'a', description: 'b', classId: await things.layer(kind) },
    }),
    expected: (who) => expectOfDrawing(who, kind),
  }),
);

/** Groups of which nobody outside the company sees anything. */
const aboutGroups = [calls.deleteClassifierById, calls.orderClassifiers].flatMap((call: Call) =>
  groupKinds.map(
    (kind): OtherCase => ({
      call,
      ownership: `group, ${kind}`,
      ask: async (things) => {
        const id = await things.group(kind);
        const isOrder = call === calls.orderClassifiers;
        return { params: { baseId: id }, ...(isOrder && { body: { ids: [await things.onlyLayerOf(id)] } }) };
      },
      expected: (who) => expectOfGroup(who, kind) ?? 404,
    }),
  ),
);

/** Undefined where it is not there for him. */
function expectOfGroup(who: Who, kind: GroupKind): Answer | undefined {
  if (kind === 'absent' || !isOwnCompany(who, kind)) return undefined;
  return toAnswer(reachOf('manageLayers', who, standingOf(who, placeOf(kind))));
}

const addingLayers = groupKinds.map(
  (kind): OtherCase => ({
    call: calls.addClassifier,
    ownership: `group, ${kind}`,
    ask: async (things) => ({
      params: { baseId: 1 },
      body: { id1: await things.group(kind), name: things.name(), allObjectsPublic: false },
    }),
    expected: (who) =>
      kind === 'absent' || !isOwnCompany(who, kind)
        ? 400
        : toAnswer(reachOf('manageLayers', who, standingOf(who, placeOf(kind)))),
  }),
);

const mapLayers = [calls.updateMapLayer, calls.deleteMapLayer].flatMap((call: Call) =>
  (['own', 'system', 'absent'] as const).map(
    (kind): OtherCase => ({
      call,
      ownership: `map layer, ${kind}`,
      ask: async (things) => ({
        params: { id: await things.mapLayer(kind) },
        ...(call.body && { body: things.mapLayerBody }),
      }),
      expected: (who) => {
        if (kind === 'absent' || (kind === 'own' && !isOwnCompany(who, 'own'))) return 404;
        if (kind === 'system') return 403;
        return who === 'moduleAdmin' ? 'allowed' : 403;
      },
    }),
  ),
);

export const layerCases: readonly OtherCase[] = [
  ...aboutLayers,
  ...aboutMany,
  ...drawing,
  ...aboutGroups,
  ...addingLayers,
  ...mapLayers,
];
