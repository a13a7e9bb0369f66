import type { Feature, Ruleset } from '@pgis/contract';
import { addComment, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLoadCalls } from './makeLoadCalls.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

describeOnEachDatabase('loading objects', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase(), { VECTOR_LIMIT: '5' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const { post, newLayer, idsOf } = makeLoadCalls(getDatabase, () => world);

  test('API-GEOM-07 API-GEOM-08 API-GEOM-09 D-OBJ-01 D-OBJ-02: each call answers its kind with everything a map needs', async () => {
    const geomStyle = '{"objLabel":"{name}: {data.state}"}';
    const layerId = await newLayer({ fields: ['state'], zIndex: 2.5, geomStyle });
    const shapes = {
      points: 'POINT(1 2)',
      lines: 'LINESTRING(0 0,5 5,10 0)',
      polygons: 'POLYGON((0 0,10 0,10 10,0 0))',
    };
    for (const [call, wkt] of Object.entries(shapes)) {
      const id = await addObject(getDatabase(), {
        classId: layerId,
        wkt,
        name: 'Rīgas "iela" 5\\',
        description: 'Bedre\n2',
        data: { state: 'bad', depth: 1.5, urgent: true, note: null },
      });
      const { status, headers, json } = await post(call, { classifiers: [layerId] });
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('application/json; charset=utf-8');
      expect(json).toEqual({
        features: [
          {
            id,
            layerId,
            classId: layerId,
            wkt,
            name: 'Rīgas "iela" 5\\',
            description: 'Bedre\n2',
            geomStyleIndex: 0,
            zIndex: 2.5,
            objectMapLabel: 'Rīgas "iela" 5\\: bad',
            data: { state: 'bad', depth: 1.5, urgent: true, note: null },
            latestComment: null,
            isPublic: true,
            canWrite: false,
            canDelete: false,
            canUpvote: false,
            upvoteCount: 0,
          },
        ],
        geomStyles: [{ classId: layerId, geomStyle: JSON.parse(geomStyle) }],
        imageLayers: [],
      });
    }
  });

  test('D-OBJ-02: only what the extent touches comes', async () => {
    const layerId = await newLayer();
    const [inside, , crossing] = await addObjects(
      getDatabase(),
      ['POINT(10 10)', 'POINT(101 10)', 'MULTIPOINT((50 50),(500 500))'].map((wkt) => ({
        classId: layerId,
        wkt,
      })),
    );
    const extent = { minx: 0, miny: 0, maxx: 100, maxy: 100 };
    const { json } = await post('points', { classifiers: [layerId], ...extent });
    expect(idsOf(json)).toEqual([inside, crossing]);
  });

  test.each([
    ['minx', 'maxx', '/maxx'],
    ['miny', 'maxy', '/maxy'],
  ] as const)('an extent with %s past %s is 400', async (low, high, path) => {
    const { status, json } = await post('points', { classifiers: [], [low]: 5, [high]: 4 });
    expect(status).toBe(400);
    expect(json.errors).toEqual([{ path, code: 'OUT_OF_RANGE' }]);
  });

  test('an extent larger than any number of the index finds everything and breaks nothing', async () => {
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId });
    const extent = { minx: -1e308, miny: -1e308, maxx: 1e308, maxy: 1e308 };
    const { status, json } = await post('points', { classifiers: [layerId], ...extent });
    expect(status).toBe(200);
    expect(idsOf(json)).toEqual([id]);
  });

  test('LOAD-03: objects that the client has already are not sent again', async () => {
    const layerId = await newLayer();
    const ids = await addObjects(getDatabase(), [
      { classId: layerId },
      { classId: layerId },
      { classId: layerId },
    ]);
    const geometriesLoaded = ids.slice(0, 2);
    const { json } = await post('points', { classifiers: [layerId], geometriesLoaded });
    expect(idsOf(json)).toEqual(ids.slice(2));
  });

  test('LOAD-03: 50 000 loaded ids are accepted, one more is refused', async () => {
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId });
    const loaded = Array.from({ length: 50_000 }, (_, index) => id + 1 + index);
    const fits = await post('points', { classifiers: [layerId], geometriesLoaded: loaded });
    expect([fits.status, idsOf(fits.json)]).toEqual([200, [id]]);
    const over = await post('points', { classifiers: [layerId], geometriesLoaded: [...loaded, id + 60_000] });
    expect([over.status, over.json.errors]).toEqual([400, [{ path: '/geometriesLoaded', code: 'TOO_MANY' }]]);
  });

  test('500 classifiers are accepted, one more is refused', async () => {
    const layerId = await newLayer();
    await addObject(getDatabase(), { classId: layerId });
    const classifiers = [layerId, ...Array.from({ length: 499 }, (_, index) => layerId + 100_000 + index)];
    const fits = await post('points', { classifiers });
    expect([fits.status, fits.json.features.length]).toEqual([200, 1]);
    const over = await post('points', { classifiers: [...classifiers, layerId + 200_000] });
    expect([over.status, over.json.errors]).toEqual([400, [{ path: '/classifiers', code: 'TOO_MANY' }]]);
  });

  test('geomStyles has every layer asked for, in that order, parsed; features point into it', async () => {
    const [plain, styled, broken] = [
      await newLayer({ zIndex: 1 }),
      await newLayer({ geomStyle: '{"lineWidth": 3, "labelRules": []}', zIndex: 7 }),
      await newLayer({ legacy: { geomStyle: '[not json' } }),
    ];
    await addObjects(
      getDatabase(),
      [plain, styled, broken].map((classId) => ({ classId })),
    );
    const { json } = await post('points', { classifiers: [styled, broken, plain, styled] });
    expect(json.geomStyles).toEqual([
      { classId: styled, geomStyle: { lineWidth: 3, labelRules: [] } },
      { classId: broken, geomStyle: {} },
      { classId: plain, geomStyle: {} },
    ]);
    const drawOrder = json.features.map(({ layerId, geomStyleIndex, zIndex }) => [
      layerId,
      geomStyleIndex,
      zIndex,
    ]);
    expect(drawOrder.sort()).toEqual([
      [plain, 2, 1],
      [styled, 0, 7],
      [broken, 1, 0],
    ]);
  });

  test('an unknown layer, a group and a status are left out without a word', async () => {
    const layerId = await newLayer();
    const { status, json } = await post('points', { classifiers: [layerId + 999_999, world.roadsGroup, 3] });
    expect([status, json]).toEqual([200, { features: [], geomStyles: [], imageLayers: [] }]);
  });

  test('a deleted object, a deleted layer and a layer of a deleted group show nothing', async () => {
    const { db } = getDatabase();
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId });
    const remove = (table: 'geoms' | 'classifiers', row: number) =>
      db.updateTable(table).set({ deleted_at: new Date() }).where('id', '=', row).execute();
    await addObject(getDatabase(), { classId: layerId });
    await remove('geoms', id);
    expect((await post('points', { classifiers: [layerId] })).json.features).toHaveLength(1);
    await remove('classifiers', layerId);
    expect((await post('points', { classifiers: [layerId] })).json.geomStyles).toEqual([]);
  });

  test.each([
    [9.99, 0],
    [10, 1],
    [12, 1],
    [12.01, 0],
  ])('D-CLS-13: a layer for zoom 10 to 12 has at zoom %d %d objects', async (zoom, count) => {
    const layerId = await newLayer({ zoomFrom: 10, zoomTo: 12 });
    await addObject(getDatabase(), { classId: layerId });
    const { json } = await post('points', { classifiers: [layerId], zoom });
    expect(json.features).toHaveLength(count);
    expect(json.geomStyles).toHaveLength(1);
  });

  const manyPoints = (classId: number, count: number) =>
    addObjects(
      getDatabase(),
      Array.from({ length: count }, () => ({ classId })),
    );

  test('D-OBJ-02: VECTOR_LIMIT objects come as vectors, one more makes the layer an image', async () => {
    const layerId = await newLayer();
    await manyPoints(layerId, 5);
    const fits = await post('points', { classifiers: [layerId] });
    expect([fits.json.features.length, fits.json.imageLayers]).toEqual([5, []]);
    const polygon = 'POLYGON((0 0,9 0,9 9,0 0))';
    await addObject(getDatabase(), { classId: layerId, wkt: polygon });
    for (const call of ['points', 'lines', 'polygons']) {
      const { json } = await post(call, { classifiers: [layerId] });
      expect([call, json.features, json.imageLayers]).toEqual([call, [], [layerId]]);
    }
  });

  test('D-OBJ-02: what is loaded already does not bring an image layer back', async () => {
    const layerId = await newLayer();
    const ids = await manyPoints(layerId, 6);
    const { json } = await post('points', { classifiers: [layerId], geometriesLoaded: ids });
    expect(json.imageLayers).toEqual([layerId]);
  });

  test('D-OBJ-02: what a filter, a ruleset or visibility hides does not count', async () => {
    const ruleset: Ruleset = { condition: 'and', rules: [{ field: 'state', operator: '!=', value: 'old' }] };
    const layerId = await newLayer({ fields: ['state'], ruleset });
    await addObjects(
      getDatabase(),
      Array.from({ length: 9 }, (_, index) => ({
        classId: layerId,
        data: { state: index < 3 ? 'old' : 'new' },
        isPublic: index < 7,
      })),
    );
    expect((await post('points', { classifiers: [layerId] })).json.features).toHaveLength(4);
    expect((await post('points', { classifiers: [layerId] }, 'reader')).json.imageLayers).toEqual([layerId]);
  });

  test('D-CLS-05: a view shows the source’s objects with its own filter, style, order and visibility', async () => {
    const source = await newLayer({ fields: ['state'], allObjectsPublic: false });
    const view = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      sourceId: source,
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: '=', value: 'bad' }] },
      geomStyle: '{"objLabel":"{data.state}!"}',
      allObjectsPublic: true,
      zIndex: 9,
    });
    const [bad] = await addObjects(getDatabase(), [
      { classId: source, data: { state: 'bad' }, isPublic: false },
      { classId: source, data: { state: 'good' }, isPublic: false },
    ]);
    const { json } = await post('points', { classifiers: [view, source] });
    expect(json.geomStyles).toEqual([{ classId: view, geomStyle: { objLabel: '{data.state}!' } }]);
    expect(json.features).toMatchObject([
      { id: bad, layerId: view, classId: source, zIndex: 9, objectMapLabel: 'bad!', geomStyleIndex: 0 },
    ]);
    // Both layers are loaded at once; the client keys objects by layer and id.
    const both = await post('points', { classifiers: [view, source] }, 'reader');
    expect(both.json.features.map(({ layerId }) => layerId).sort()).toEqual([source, source, view].sort());
  });

  test('D-CLS-05: a filter on a view may name the source’s fields', async () => {
    const source = await newLayer({ fields: ['state'] });
    const view = await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: source });
    const id = await addObject(getDatabase(), { classId: source, data: { state: 'bad' } });
    const objectFilter = [{ classId: view, field: 'state', value: 'ba' }];
    const { json } = await post('points', { classifiers: [view], objectFilter });
    expect(idsOf(json)).toEqual([id]);
  });

  test.each([
    [true, [0, 1]],
    [false, []],
    [null, [0]],
  ] as const)(
    'D-CLS-07: with allObjectsPublic %j a visitor sees the objects %j',
    async (allObjectsPublic, expected) => {
      const layerId = await newLayer({ allObjectsPublic });
      const ids = await addObjects(getDatabase(), [
        { classId: layerId, isPublic: true },
        { classId: layerId, isPublic: false },
      ]);
      for (const requester of ['visitor', 'foreigner', 'nobody'] as const) {
        const { json } = await post('points', { classifiers: [layerId] }, requester);
        expect([requester, idsOf(json)]).toEqual([requester, expected.map((index) => ids[index])]);
      }
      for (const requester of ['reader', 'writer', 'unitAdmin', 'moduleAdmin'] as const) {
        const { json } = await post('points', { classifiers: [layerId] }, requester);
        expect([requester, idsOf(json)]).toEqual([requester, ids]);
      }
    },
  );

  test('D-PERM-02: a layer that is not visible answers like an absent one, byte for byte', async () => {
    const layerId = await newLayer({ allObjectsPublic: false });
    await addObject(getDatabase(), { classId: layerId });
    const hidden = await post('points', { classifiers: [layerId] });
    const absent = await post('points', { classifiers: [layerId + 999_999] });
    expect(hidden.text).toBe(absent.text);
  });

  test('D-CLS-03: visitors get the newest public comment, readers the newest of any, in their language', async () => {
    const layerId = await newLayer();
    const geomId = await addObject(getDatabase(), { classId: layerId });
    await addComment(getDatabase(), {
      geomId,
      content: 'We look into it',
      isPublic: true,
      status: 'Under review',
    });
    await addComment(getDatabase(), {
      geomId,
      content: 'Contractor is late',
      isPublic: false,
      status: 'Planned',
    });
    const commentFor = async (requester: Requester, language: string) => {
      const { json } = await post('points', { classifiers: [layerId] }, requester, {
        'accept-language': language,
      });
      return json.features[0]?.latestComment;
    };
    expect(await commentFor('visitor', 'en')).toMatchObject({
      content: 'We look into it',
      status: 'Under review',
    });
    expect(await commentFor('foreigner', 'lv')).toMatchObject({ status: 'Tiek izskatīts' });
    expect(await commentFor('nobody', 'ru')).toMatchObject({ status: 'На рассмотрении' });
    expect(await commentFor('reader', 'lv')).toEqual({
      content: 'Contractor is late',
      status: 'Ieplānots',
      statusId: expect.any(Number),
      statusType: 'open',
    });
  });

  test('D-PERM-01 DATA-10: canWrite and canDelete follow the standing, and who made the object', async () => {
    const layerId = await newLayer();
    await addObjects(getDatabase(), [
      { classId: layerId, name: 'own', authorId: world.own.users.writer.id },
      { classId: layerId, name: 'other' },
    ]);
    const flagsFor = async (requester: Requester) => {
      const { json } = await post('points', { classifiers: [layerId] }, requester);
      return Object.fromEntries(
        json.features.map(({ name, canWrite, canDelete }) => [name, [canWrite, canDelete]]),
      );
    };
    const none = { own: [false, false], other: [false, false] };
    const all = { own: [true, true], other: [true, true] };
    for (const requester of ['visitor', 'foreigner', 'nobody', 'reader'] as const)
      expect([requester, await flagsFor(requester)]).toEqual([requester, none]);
    expect(await flagsFor('writer')).toEqual({ own: [true, true], other: [true, false] });
    for (const requester of ['unitAdmin', 'moduleAdmin'] as const)
      expect([requester, await flagsFor(requester)]).toEqual([requester, all]);
  });

  test('API-GEOM-14: features gives all kinds as one list', async () => {
    const layerId = await newLayer();
    const ids = await addObjects(
      getDatabase(),
      ['POINT(1 1)', 'LINESTRING(0 0,9 9)', 'POLYGON((0 0,9 0,9 9,0 0))'].map((wkt) => ({
        classId: layerId,
        wkt,
      })),
    );
    const { status, json } = await post<Feature[]>('features', { classifiers: [layerId] });
    expect(status).toBe(200);
    expect(json.map(({ id, wkt, layerId: loadIn }) => [id, wkt, loadIn])).toEqual([
      [ids[0], 'POINT(1 1)', layerId],
      [ids[1], 'LINESTRING(0 0,9 9)', layerId],
      [ids[2], 'POLYGON((0 0,9 0,9 9,0 0))', layerId],
    ]);
    const withoutLayers = await post<Feature[]>('features', { classifiers: [] });
    expect(withoutLayers.json).toEqual([]);
  });

  test('D-OBJ-14: features gives 5 000 rows and not one more', async () => {
    const layerId = await newLayer();
    const ids = await manyPoints(layerId, 5_000);
    const fits = await post<Feature[]>('features', { classifiers: [layerId] });
    expect(fits.json.map(({ id }) => id)).toEqual(ids);
    await addObject(getDatabase(), { classId: layerId });
    const over = await post<Feature[]>('features', { classifiers: [layerId] });
    expect(over.text).toBe(fits.text);
  });
});
