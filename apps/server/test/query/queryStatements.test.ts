import { addComment, addGroup, addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '../../src/access/Actor.ts';
import { listLayerAccess } from '../../src/layers/getLayerAccess.ts';
import { type LayerAccess, layerValues } from '../../src/layers/layerQuery.ts';
import { markTreeNodeDeleted } from '../../src/layers/tree/writeTreeNode.ts';
import { markDeleted } from '../../src/objects/writeObject.ts';
import { getFilteredLayer } from '../../src/query/codecs/addressFilter.ts';
import { listFilteredLayers } from '../../src/query/codecs/objectFilter.ts';
import { countInExtent, totalOf } from '../../src/query/countInExtent.ts';
import { getExtent } from '../../src/query/getExtent.ts';
import { joinLatestComment } from '../../src/query/latestComment.ts';
import { listFilteredLayerTree } from '../../src/query/listFilteredLayerTree.ts';
import { listLayersHolding } from '../../src/query/listLayersHolding.ts';
import { isOpen } from '../../src/query/openAndClosed.ts';
import { toCondition } from '../../src/query/toCondition.ts';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';
import { readStatusIds } from './readStatusIds.ts';

const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };

describeOnEachDatabase('statements over several layers', (getDatabase) => {
  let world: ObjectWorld;
  let actor: UserActor;
  /** In the reader's unit, with a point, a line and a polygon. */
  let roads: number;
  /** In a unit in which the reader has no level, with the same status as an internal and as a public comment. */
  let forests: number;
  let empty: number;
  let ids: number[];
  let statusIds: Readonly<Record<string, number>>;

  beforeAll(async () => {
    const database = getDatabase();
    world = await makeObjectWorld(database);
    const { companyId, units, users } = world.own;
    actor = {
      kind: 'user',
      userId: users.reader.id,
      companyId,
      userName: '',
      language: 'en',
      unitLevels: new Map([[units.roads, 'Read'] as const]),
      moduleAdmin: false,
      hasCustomReports: false,
      firstLogin: false,
      sessionId: '',
      address: '',
    };
    roads = await addLayer(database, { groupId: world.roadsGroup, name: 'Signs', fields: ['state'] });
    forests = await addLayer(database, {
      groupId: world.forestsGroup,
      name: 'Trees',
      fields: ['state', 'kind'],
      allowPublicRegistration: true,
    });
    empty = await addLayer(database, {
      groupId: await addGroup(database, { companyId, unitId: units.roads, name: 'Empty' }),
      fields: ['kind'],
    });
    ids = await addObjects(database, [
      { classId: roads, data: { state: 'good' } },
      { classId: roads, wkt: 'LINESTRING(10 10,20 30)' },
      { classId: roads, wkt: 'POLYGON((40 0,50 0,50 5,40 5,40 0))' },
      { classId: forests, wkt: 'POINT(-5 7)', data: { state: 'bad', kind: 'oak' } },
      { classId: forests, wkt: 'POINT(6 8)' },
    ]);
    const [sign = 0, line = 0, , oak = 0, elm = 0] = ids;
    await addComment(database, { geomId: sign, content: 'x', isPublic: false, status: 'Done' });
    await addComment(database, { geomId: line, content: 'x', isPublic: true, status: 'Planned' });
    await addComment(database, { geomId: oak, content: 'x', isPublic: false, status: 'Done' });
    await addComment(database, { geomId: elm, content: 'x', isPublic: true, status: 'Done' });
    statusIds = await readStatusIds(database, companyId);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const listAccess = (layerIds: readonly number[], by: Actor = actor) =>
    listLayerAccess(getDatabase().db, by, layerIds);

  const counted = async (
    layers: readonly LayerAccess[],
    extent: [number, number, number, number],
    limit = 9,
  ) => Object.fromEntries(await countInExtent(getDatabase().db, { layers, extent, limit }));

  test('objects of an extent are counted by layer and kind, up to a number', async () => {
    const layers = await listAccess([roads, forests, empty]);
    const all = await counted(layers, [-100, -100, 100, 100]);
    expect(all).toEqual({ [roads]: [1, 1, 1], [forests]: [2, 0, 0] });
    expect(totalOf([1, 20, 300])).toBe(321);
    expect(await counted(layers, [5, 5, 100, 100])).toEqual({ [roads]: [0, 1, 1], [forests]: [1, 0, 0] });
    expect(await counted(layers, [-100, -100, 100, 100], 1)).toMatchObject({ [forests]: [1, 0, 0] });
    expect(await counted([], [-100, -100, 100, 100])).toEqual({});
  });

  test('the extent of a query is that of all its objects, and null without any', async () => {
    const { db } = getDatabase();
    const layers = await listAccess([roads, forests]);
    expect(await getExtent(db, { layers })).toEqual([-5, 0, 50, 30]);
    expect(await getExtent(db, { layers, kinds: [1] })).toEqual([-5, 0, 6, 8]);
    expect(await getExtent(db, { layers, ids: [] })).toBeNull();
  });

  test('layers that hold an object of a query are found', async () => {
    const { db } = getDatabase();
    const layers = await listAccess([roads, forests, empty]);
    expect(await listLayersHolding(db, { layers })).toEqual(new Set([roads, forests]));
    expect(await listLayersHolding(db, { layers, kinds: [3] })).toEqual(new Set([roads]));
    expect(await listLayersHolding(db, { layers: [] })).toEqual(new Set());
  });

  test('a deleted object passes no query', async () => {
    const database = getDatabase();
    const layerId = await addLayer(database, { groupId: world.roadsGroup });
    const [deleted = 0, other = 0] = await addObjects(database, [{ classId: layerId }, { classId: layerId }]);
    const layers = await listAccess([layerId]);
    const holds = async (id: number) =>
      (await listLayersHolding(database.db, { layers, ids: [id] })).size > 0;
    await markDeleted(database.db, deleted);
    expect([await holds(deleted), await holds(other)]).toEqual([false, true]);
    // The tree of the other tests stays as it is.
    await markTreeNodeDeleted(database.db, layerId);
  });

  test('D-CLS-03: in each layer those comments count that the reader may read there', async () => {
    const { db } = getDatabase();
    const find = async (layers: readonly LayerAccess[], status: string) => {
      const query = { layers, statusIds: [statusIds[status] ?? 0] };
      const statements = [
        sql<{ id: number }>`SELECT g.id FROM ${layerValues(layers)} JOIN geoms AS g ON ${toCondition(query)}`,
        sql<{
          id: number;
        }>`SELECT g.id FROM ${layerValues(layers)} CROSS JOIN geoms AS g ${joinLatestComment(layers)}
          WHERE ${toCondition(query, 'joined')}`,
      ];
      const found = [];
      for (const statement of statements)
        found.push((await statement.execute(db)).rows.map(({ id }) => ids.indexOf(id)).sort());
      expect(found[1]).toEqual(found[0]);
      return found[0];
    };
    expect(await find(await listAccess([roads, forests]), 'Done')).toEqual([0, 4]);
    expect(await find(await listAccess([roads]), 'Done')).toEqual([0]);
    expect(await find(await listAccess([forests]), 'Done')).toEqual([4]);
    expect(await find(await listAccess([roads, forests], visitor), 'Done')).toEqual([4]);
    expect(await find(await listAccess([roads, forests]), 'Planned')).toEqual([1]);
  });

  test('D-REP: in a layer that takes reports all is open until it is closed, elsewhere what has an open status', async () => {
    const layers = await listAccess([roads, forests]);
    const { rows } = await sql<{ id: number; open: boolean }>`
      SELECT g.id, ${isOpen(layers)} AS open
      FROM ${layerValues(layers)} CROSS JOIN geoms AS g ${joinLatestComment(layers)}
      WHERE ${toCondition({ layers }, 'joined')}`.execute(getDatabase().db);
    const open = rows.filter((row) => row.open).map(({ id }) => ids.indexOf(id));
    // 3 has an internal comment only, which the reader may not read; 4 is done.
    expect(open.sort()).toEqual([1, 3]);
  });

  test('D-OBJ-14: the filter of an address narrows its layer, or any layer when it names none', async () => {
    const { db } = getDatabase();
    const filter = { layerId: undefined, field: 'state', value: 'a' };
    const filtersOf = async (
      layerId: number,
      one: typeof filter | { layerId: number; field: string; value: string },
    ) => (await getFilteredLayer(db, actor, { layerId, filter: one })).filters;
    const narrowed = [{ field: 'state', operator: 'contains', value: 'a' }];
    expect(await filtersOf(roads, filter)).toEqual(narrowed);
    expect(await filtersOf(roads, { ...filter, layerId: roads })).toEqual(narrowed);
    expect(await filtersOf(roads, { ...filter, layerId: forests })).toEqual([]);
    expect((await getFilteredLayer(db, actor, { layerId: roads, filter: undefined })).filters).toEqual([]);
    await expect(filtersOf(empty, filter)).rejects.toMatchObject({
      code: 'UNKNOWN_FIELD',
      errors: [{ path: 'query/_field', code: 'UNKNOWN_FIELD' }],
    });
  });

  test('D-OBJ-14: a map load narrows single layers, and none without a filter', async () => {
    const { db } = getDatabase();
    const list = async (objectFilter?: readonly { classId: number; field: string; value: string }[] | null) =>
      (
        await listFilteredLayers(db, actor, {
          classifiers: [roads, forests],
          ...(objectFilter !== undefined && { objectFilter }),
        })
      ).map(({ layer, filters }) => [layer.id, filters.length]);
    for (const none of [undefined, null, []])
      expect(await list(none)).toEqual([
        [roads, 0],
        [forests, 0],
      ]);
    expect(await list([{ classId: forests, field: 'state', value: 'a' }])).toEqual([
      [roads, 0],
      [forests, 1],
    ]);
  });

  test('OFLT: a filtered tree lists the layers that hold such an object, with their groups', async () => {
    const { db } = getDatabase();
    const reader = { actor, language: 'en' as const };
    const read = async (filter?: { layerId: number | undefined; field: string; value: string }) =>
      Object.fromEntries(
        (await listFilteredLayerTree(db, reader, filter)).map(({ name, childClassifiers }) => [
          name,
          childClassifiers.map(({ id }) => id),
        ]),
      );
    expect(await read()).toEqual({ Roads: [roads], Forests: [forests], Empty: [empty] });
    expect(await read({ layerId: undefined, field: 'state', value: 'OO' })).toEqual({ Roads: [roads] });
    expect(await read({ layerId: undefined, field: 'state', value: 'd' })).toEqual({
      Roads: [roads],
      Forests: [forests],
    });
    expect(await read({ layerId: forests, field: 'state', value: 'd' })).toEqual({ Forests: [forests] });
    expect(await read({ layerId: undefined, field: 'state', value: 'none' })).toEqual({});
    await expect(read({ layerId: 99, field: 'state', value: 'd' })).rejects.toMatchObject({
      errors: [{ path: 'query/_class', code: 'UNKNOWN_LAYER' }],
    });
    await expect(read({ layerId: undefined, field: 'age', value: 'd' })).rejects.toMatchObject({
      code: 'UNKNOWN_FIELD',
    });
    await expect(read({ layerId: empty, field: 'state', value: 'd' })).rejects.toMatchObject({
      code: 'UNKNOWN_FIELD',
    });
  });
});
