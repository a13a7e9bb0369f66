import type { ErrorBody, Geom } from '@pgis/contract';
import { addComment, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

/** 1 m a pixel within 2 mm. */
const zoom = Math.log2(156543.03390625);

interface Nearest {
  readonly noDataFound: boolean;
  readonly data: { readonly id: number; readonly layerId: number; readonly geom: string } | null;
}
interface ExtentAnswer {
  readonly extent: [number, number, number, number] | null;
}

describeOnEachDatabase('looking objects up', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newLayer = (layer: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, ...layer });
  const get = <T>(path: string, requester: Requester = 'visitor', headers: Record<string, string> = {}) =>
    world.t.call<T & ErrorBody>({
      method: 'GET',
      url: `/api/v1/geoms/${path}`,
      headers: { ...world.headersOf(requester), ...headers },
    });
  const nearest = (classifiers: number[], at: object = {}, requester: Requester = 'visitor') =>
    world.t.call<Nearest & ErrorBody>({
      method: 'POST',
      url: '/api/v1/geoms/nearestgeom',
      headers: world.headersOf(requester),
      payload: { x: 0, y: 0, zoom, classifiers, ...at },
    });
  const none = { noDataFound: true, data: null };

  test('API-GEOM-05 DATA-04 DATA-06 DATA-07 DATA-08 DATA-11 D-OBJ-13: one object whole, for one who may know everything', async () => {
    const layerId = await newLayer({ name: 'Stands', fields: ['valdosaSuga', 'bon', 'note'] });
    const id = await addObject(getDatabase(), {
      classId: layerId,
      wkt: 'LINESTRING(0.123456789012 -7.5,12345678.901234 2)',
      name: 'Address',
      description: 'Topic',
      data: { valdosaSuga: 1, bon: '3', note: null, krajaUzHa: '' },
      isPublic: false,
      userEmail: 'r@example.com',
    });
    await addComment(getDatabase(), { geomId: id, content: 'Internal', isPublic: false, status: 'Planned' });
    const { status, headers, json } = await get<Geom>(`${id}`, 'writer', { 'accept-language': 'lv' });
    expect([status, headers.etag]).toEqual([200, '"1"']);
    expect(json).toEqual({
      id,
      reference: `${world.own.companyId}-${id % 2 ** 32}`,
      name: 'Address',
      description: 'Topic',
      classId: layerId,
      layerName: 'Stands',
      layerGroupName: 'Roads',
      isPublic: false,
      data: expect.any(String),
      wkt: 'LINESTRING(0.123456789012 -7.5,12345678.901234 2)',
      latestComment: {
        content: 'Internal',
        status: 'Ieplānots',
        statusId: expect.any(Number),
        statusType: 'open',
      },
      comments: [expect.objectContaining({ content: 'Internal', status: 'Ieplānots' })],
      review: null,
      hiddenReason: '',
      userEmail: 'r@example.com',
      upvoteCount: 0,
      canWrite: true,
      canDelete: false,
      canUpvote: false,
      canHide: false,
      version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      valdosaSuga: '1',
      bon: '3',
      krajaUzHa: '',
    });
    expect(JSON.parse(json.data)).toEqual({ valdosaSuga: 1, bon: '3', note: null, krajaUzHa: '' });
  });

  test('DATA-11 D-THEME-01: all six fields of a forest stand stand in the data and at the top level', async () => {
    const stand = {
      valdosaSugaNosaukums: 'Priede',
      valdosaSuga: '1',
      valdosasSugasVecums: '95',
      krajaUzHa: '4',
      aat: '2',
      bon: '3',
    };
    const classId = await newLayer({ fields: Object.keys(stand) });
    const id = await addObject(getDatabase(), { classId, wkt: 'POINT(1 2)', data: stand });
    const { json } = await get<Geom>(`${id}`);
    expect(json).toMatchObject(stand);
    expect(JSON.parse(json.data)).toEqual(stand);
  });

  test('D-OBJ-07: the reporter’s e-mail is for Write and above', async () => {
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId, userEmail: 'r@example.com' });
    for (const requester of ['visitor', 'foreigner', 'nobody', 'reader'] as const)
      expect([requester, (await get(`${id}`, requester)).text]).toEqual([
        requester,
        expect.not.stringContaining('r@'),
      ]);
    for (const requester of ['writer', 'unitAdmin', 'moduleAdmin'] as const)
      expect((await get<Geom>(`${id}`, requester)).json.userEmail).toBe('r@example.com');
  });

  test('D-CLS-05 D-CLS-07: an object that only a view publishes is read by visitors, named after the view', async () => {
    const source = await newLayer({ name: 'Secret layer', fields: ['state'], allObjectsPublic: false });
    await addLayer(getDatabase(), {
      groupId: world.forestsGroup,
      name: 'Published',
      sourceId: source,
      allObjectsPublic: true,
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: '=', value: 'done' }] },
    });
    const [done, open] = await addObjects(getDatabase(), [
      { classId: source, data: { state: 'Done ' }, isPublic: false },
      { classId: source, data: { state: 'open' }, isPublic: true },
    ]);
    const { status, text, json } = await get<Geom>(`${done}`);
    expect([status, json.layerName, json.layerGroupName]).toEqual([200, 'Published', 'Forests']);
    expect(text).not.toContain('Secret');
    expect((await get(`${open}`)).status).toBe(404);
    expect((await get<Geom>(`${done}`, 'reader')).json.layerName).toBe('Secret layer');
  });

  test('an object of a deleted layer or of a layer in a deleted group is not there', async () => {
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId });
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ deleted_at: new Date() })
      .where('id', '=', layerId)
      .execute();
    expect((await get(`${id}`, 'moduleAdmin')).status).toBe(404);
  });

  test.each([['0'], ['-1'], ['1.5'], ['abc'], ['9007199254740993'], ['%00']])(
    'the id %s is 400',
    async (id) => {
      expect((await get(id)).status).toBe(400);
    },
  );

  test.each([
    ['the largest id that a number holds', Number.MAX_SAFE_INTEGER],
    ['an id of the system', 77],
  ])('%s is simply not there', async (_, id) => {
    expect((await get(`${id}`, 'moduleAdmin')).status).toBe(404);
  });

  test.each([
    ['POINT(9.99 0)', true],
    ['POINT(10.01 0)', false],
    ['POINT(7.1 7.1)', false],
    ['POINT(7 7)', true],
    ['LINESTRING(-50 9.9,50 9.9)', true],
    ['LINESTRING(-50 10.1,50 10.1)', false],
    ['POLYGON((-50 -50,50 -50,50 50,-50 50,-50 -50))', true],
    ['POLYGON((-50 -50,50 -50,50 50,-50 50,-50 -50),(-20 -20,20 -20,20 20,-20 20,-20 -20))', false],
  ])('API-GEOM-06 D-OBJ-03: within 10 px of 0 0 lies %s: %j', async (wkt, isFound) => {
    const layerId = await newLayer();
    const id = await addObject(getDatabase(), { classId: layerId, wkt });
    const { status, json } = await nearest([layerId]);
    expect(status).toBe(200);
    expect(json).toEqual(isFound ? { noDataFound: false, data: { id, layerId, geom: wkt } } : none);
  });

  test('D-OBJ-03: points before lines before polygons, and of these the nearest', async () => {
    const layerId = await newLayer();
    const wkts = [
      'POLYGON((-5 -5,5 -5,5 5,-5 5,-5 -5))',
      'LINESTRING(-5 2,5 2)',
      'LINESTRING(-5 1,5 1)',
      'POINT(9 0)',
      'POINT(8 0)',
    ];
    const ids = await addObjects(
      getDatabase(),
      wkts.map((wkt) => ({ classId: layerId, wkt })),
    );
    const remove = (id: number | undefined) =>
      getDatabase()
        .db.updateTable('geoms')
        .set({ deleted_at: new Date() })
        .where('id', '=', id ?? 0)
        .execute();
    for (const index of [4, 3, 2, 1, 0]) {
      expect((await nearest([layerId])).json.data?.id).toBe(ids[index]);
      await remove(ids[index]);
    }
    expect((await nearest([layerId])).json).toEqual(none);
  });

  test('D-OBJ-03: the nearest point of all layers wins, and says in which layer it is', async () => {
    const [a, b] = [await newLayer(), await newLayer({ zIndex: 5 })];
    await addObject(getDatabase(), { classId: a, wkt: 'POINT(5 0)' });
    const near = await addObject(getDatabase(), { classId: b, wkt: 'POINT(4 0)' });
    expect((await nearest([a, b])).json.data).toMatchObject({ id: near, layerId: b });
    const view = await newLayer({ sourceId: b });
    expect((await nearest([a, view])).json.data).toMatchObject({ id: near, layerId: view });
    // The layer drawn on top wins at equal distance.
    expect((await nearest([view, b])).json.data).toMatchObject({ id: near, layerId: b });
  });

  test('D-OBJ-03: of objects in one place the one of the layer named last, which is drawn on top, unless heights differ', async () => {
    const [a, b, high] = [await newLayer(), await newLayer(), await newLayer({ zIndex: 5 })];
    for (const classId of [high, b, a])
      await addObject(getDatabase(), { classId, wkt: 'POLYGON((-5 -5,5 -5,5 5,-5 5,-5 -5))' });
    for (const [layers, expected] of [
      [[a, b], b],
      [[b, a], a],
      [[high, a, b], high],
    ] as const)
      expect((await nearest([...layers])).json.data).toMatchObject({ layerId: expected });
  });

  test('D-CLS-06 D-CLS-13 D-OBJ-14: nearest finds what the map shows: ruleset, zoom range, filter, visibility', async () => {
    const ruleset = {
      condition: 'and' as const,
      rules: [{ field: 'state', operator: '=' as const, value: 'bad' }],
    };
    const ruled = await newLayer({ fields: ['state'], ruleset });
    await addObject(getDatabase(), { classId: ruled, data: { state: 'good' } });
    expect((await nearest([ruled])).json).toEqual(none);
    const ranged = await newLayer({ zoomFrom: 18 });
    await addObject(getDatabase(), { classId: ranged });
    expect((await nearest([ranged])).json).toEqual(none);
    const layerId = await newLayer({ fields: ['state'] });
    await addObject(getDatabase(), { classId: layerId, data: { state: 'bad' }, isPublic: false });
    expect((await nearest([layerId])).json).toEqual(none);
    expect((await nearest([layerId], {}, 'reader')).json.noDataFound).toBe(false);
    const objectFilter = [{ classId: layerId, field: 'state', value: 'good' }];
    expect((await nearest([layerId], { objectFilter }, 'reader')).json).toEqual(none);
    const unknown = [{ classId: layerId, field: 'other', value: 'good' }];
    expect((await nearest([layerId], { objectFilter: unknown })).json.error).toBe('UNKNOWN_FIELD');
    expect((await nearest([])).json).toEqual(none);
  });

  const extent = (path: string, requester: Requester = 'visitor') =>
    get<ExtentAnswer>(`extent/${path}`, requester);

  test('API-GEOM-10: the extent of a layer is exact, and only of what its reader sees', async () => {
    const layerId = await newLayer({ fields: ['state'] });
    expect((await extent(`${layerId}`)).json).toEqual({ extent: null });
    await addObjects(getDatabase(), [
      { classId: layerId, wkt: 'POINT(2670451.123456789 7740001.987654321)', data: { state: 'bad' } },
      {
        classId: layerId,
        wkt: 'LINESTRING(2670400.1 7740000.2,2670500.3 7740100.4)',
        data: { state: 'good' },
      },
      { classId: layerId, wkt: 'POINT(0 0)', isPublic: false },
    ]);
    expect((await extent(`${layerId}`)).json.extent).toEqual([2670400.1, 7740000.2, 2670500.3, 7740100.4]);
    expect((await extent(`${layerId}`, 'reader')).json.extent).toEqual([0, 0, 2670500.3, 7740100.4]);
    const x = 2670451.123456789;
    const y = 7740001.987654321;
    expect((await extent(`${layerId}?_field=state&_value=AD`)).json.extent).toEqual([x, y, x, y]);
    // The filter of another layer and half a filter are none (OFLT-04).
    const wholeExtent = (await extent(`${layerId}`)).text;
    for (const query of [
      `_class=${layerId + 1}&_field=no&_value=x`,
      '_field=state',
      '_value=bad',
      '_field=state&_value=%20',
    ])
      expect((await extent(`${layerId}?${query}`)).text).toBe(wholeExtent);
  });

  test('D-OBJ-14: an extent filtered by a field that the layer does not have is 400', async () => {
    const layerId = await newLayer();
    const { status, json } = await extent(`${layerId}?_class=${layerId}&_field=no&_value=x`);
    expect([status, json.error, json.errors]).toEqual([
      400,
      'UNKNOWN_FIELD',
      [{ path: 'query/_field', code: 'UNKNOWN_FIELD' }],
    ]);
  });

  test('a filter given twice or misspelt is 400', async () => {
    const layerId = await newLayer({ fields: ['state'] });
    expect((await extent(`${layerId}?_field=state&_field=state`)).status).toBe(400);
    expect((await extent(`${layerId}?_fild=state`)).status).toBe(400);
  });

  test('API-GEOM-11: the extent of one object, in a layer or view that shows it', async () => {
    const layerId = await newLayer({ fields: ['state'] });
    const other = await newLayer();
    const id = await addObject(getDatabase(), {
      classId: layerId,
      wkt: 'LINESTRING(0.5 1.5,2.25 -3)',
      data: { state: 'bad' },
    });
    const viewOf = (value: string) =>
      newLayer({
        sourceId: layerId,
        ruleset: { condition: 'and', rules: [{ field: 'state', operator: '=', value }] },
      });
    const expected = { extent: [0.5, -3, 2.25, 1.5] };
    expect((await extent(`${layerId}/${id}`)).json).toEqual(expected);
    expect((await extent(`${await viewOf('bad')}/${id}`)).json).toEqual(expected);
    for (const path of [`${await viewOf('good')}/${id}`, `${other}/${id}`, `${layerId}/${id + 999_999}`])
      expect((await extent(path)).status).toBe(404);
  });

  test('D-PERM-02: extents of a layer or object that is not visible are not there', async () => {
    const hidden = await newLayer({ allObjectsPublic: false });
    const id = await addObject(getDatabase(), { classId: hidden });
    const layerId = await newLayer();
    const secret = await addObject(getDatabase(), { classId: layerId, isPublic: false });
    for (const path of [`${hidden}`, `${hidden}/${id}`, `${layerId}/${secret}`])
      expect((await extent(path)).status).toBe(404);
    // Users of the company see the layer, but no objects in it.
    expect((await extent(`${hidden}`, 'nobody')).json).toEqual({ extent: null });
    expect((await extent(`${hidden}/${id}`, 'nobody')).status).toBe(404);
  });
});
