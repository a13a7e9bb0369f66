import type { Classifier, ClassifierWithChildren, ErrorBody } from '@pgis/contract';
import { addComment, addGroup, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asker, makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

type Answer = Classifier & ErrorBody & { count: number };

describeOnEachDatabase('changing classifiers', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const send = <T = Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { as = 'unitAdmin', headers = {} }: { as?: Asker; headers?: Record<string, string> } = {},
  ) =>
    world.t.call<T>({
      method,
      url: `/api/v1/classifiers${path}`,
      headers: { ...world.headersOf(as), ...headers },
      ...(payload && { payload }),
    });
  const get = async (id: number, as: Asker = 'moduleAdmin') =>
    (await send('GET', `/single/${id}`, undefined, { as })).json;
  const put = (body: object, as: Asker = 'unitAdmin', headers: Record<string, string> = {}) =>
    send('PUT', '/1', body, { as, headers });
  const dataOf = async (id: number) =>
    (await getDatabase()
      .db.selectFrom('geoms')
      .select(['data', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as { data: Record<string, unknown>; version: number };
  const lastAudit = async (entityId: number) =>
    await getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', entityId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, ...more });
  const field = (name: string, oldValue?: string) => ({
    name,
    type: 'text' as const,
    ...(oldValue !== undefined && { oldValue }),
  });

  test('API-CLS-08 D-CLS-16 DATA-13: a layer in a group, a layer with a new group, a group alone', async () => {
    const layer = await send('POST', '/1', {
      id1: world.roadsGroup,
      name: '  Signs ',
      description: 'Traffic signs',
      layerFields: [field('code', 'new_field')],
    });
    expect(layer.status).toBe(201);
    expect(layer.json).toMatchObject({ kind: 'layer', id1: world.roadsGroup, name: 'Signs', version: 1 });
    expect(layer.json.layerFields).toEqual([{ name: 'code', type: 'text' }]);
    expect(layer.headers.etag).toBe('"1"');

    const both = await send('POST', '/1', {
      parentName: 'Winter',
      parentDescription: 'Snow and ice',
      name: 'Ploughs',
      description: 'Where they go',
    });
    expect(both.status).toBe(201);
    const group = await get(both.json.id1 ?? 0);
    expect(group).toMatchObject({ kind: 'group', name: 'Winter', description: 'Snow and ice', id1: 1 });
    // The highest unit that the actor manages.
    expect(group.unitId).toBe(world.own.units.roads);

    const alone = await send('POST', '/1', { name: 'Empty group' });
    expect(alone.json).toMatchObject({ kind: 'group', id1: 1, unitId: world.own.units.roads });
    expect((await lastAudit(alone.json.id)).action).toBe('CLASSIFIER_ADDED');
  });

  test('D-CLS-16 D-CLS-15 DATA-17: a status and a status group below 2, with names in three languages', async () => {
    const names = { en: 'Frozen', ru: 'Заморожено', lv: 'Iesaldēts' };
    const body = { id1: 3, name: 'Frozen', names, statusType: 'closed' };
    const added = await send('POST', '/2', body, { as: 'writer' });
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ kind: 'status', id1: 3, statusType: 'closed', ruleset: null });
    const inLatvian = await send('GET', `/single/${added.json.id}`, undefined, {
      as: 'reader',
      headers: { 'accept-language': 'lv' },
    });
    expect(inLatvian.json.name).toBe('Iesaldēts');
    const group = await send('POST', '/2', { id1: 2, name: 'Permits' });
    expect(group.json).toMatchObject({ kind: 'statusGroup', id1: 2 });
    const inGroup = await send('POST', '/2', { id1: group.json.id, name: 'Granted' });
    expect(inGroup.json).toMatchObject({ kind: 'status', id1: group.json.id, statusType: 'open' });

    // What GET gives in another language, PUT takes without mixing up the names (D-API-02).
    const again = await send('PUT', '/2', inLatvian.json, { headers: { 'accept-language': 'lv' } });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ name: 'Iesaldēts', names, version: inLatvian.json.version });
    const renamed = await send(
      'PUT',
      '/2',
      { id: added.json.id, name: 'Apturēts' },
      { headers: { 'accept-language': 'lv' } },
    );
    expect(renamed.json.names).toEqual({ ...names, lv: 'Apturēts' });
    for (const [path, body2] of [
      ['/2', { name: 'No parent' }],
      ['/2', { name: 'Below a layer group', id1: world.roadsGroup }],
      ['/3', { name: 'Wrong base', id1: 3 }],
    ] as const) {
      const refused = await send('POST', path, body2);
      expect(`${path} ${refused.status} ${refused.json.errors?.[0]?.code}`).toBe(`${path} 400 NOT_ALLOWED`);
    }
  });

  test('API-CLS-07 D-API-02 D-CLS-18: what GET returns PUT takes and changes nothing; geomStyle stays byte for byte', async () => {
    const geomStyle = '{ "lineWidth":3,\n "labelRules":[{"rule":"data.a=x"}],  "unknown":[1, 2] }';
    const ruleset = {
      condition: 'or' as const,
      rules: [{ field: 'gone', operator: '!=' as const, value: 'x' }],
    };
    const id = await newLayer({
      fields: ['a', 'B_old'],
      geomStyle,
      ruleset,
      zoomFrom: 5,
      allObjectsPublic: true,
    });
    const before = await get(id);
    const same = await put(before);
    expect(same.status).toBe(200);
    expect({ ...same.json, canManage: true }).toEqual({ ...before, canManage: true });
    const named = await put({ id, name: 'Renamed', zoomFrom: null, zIndex: 7, showDefault: true });
    expect(named.json).toMatchObject({
      name: 'Renamed',
      geomStyle,
      ruleset,
      zoomFrom: null,
      zIndex: 7,
      version: 2,
    });
    const { details } = await lastAudit(id);
    expect(details).toEqual({
      old: { name: 'Layer', zoomFrom: 5, zIndex: 0, showDefault: false },
      new: { name: 'Renamed', zoomFrom: null, zIndex: 7, showDefault: true },
    });
  });

  test('D-API-03: of two that start from one version the second is told, with the layer as it is now', async () => {
    const id = await newLayer();
    expect((await put({ id, name: 'First' }, 'unitAdmin', { 'if-match': '"1"' })).headers.etag).toBe('"2"');
    for (const stale of [
      await put({ id, name: 'Second' }, 'unitAdmin', { 'if-match': '"1"' }),
      await put({ id, name: 'Second', version: 1 }),
    ]) {
      expect(stale.json.error).toBe('CLASSIFIER_CHANGED');
      expect(stale.status).toBe(409);
      expect(stale.json.current).toMatchObject({ name: 'First', version: 2 });
    }
    expect((await put({ id, name: 'Third' }, 'unitAdmin', { 'if-match': '*' })).status).toBe(200);
  });

  test('D-CLS-08 FIELD-09: renaming moves the key in objects, rules, labels, filter and views; removing deletes it', async () => {
    const style = (f: string) =>
      JSON.stringify({
        objLabel: `{name} {data.${f}}`,
        labelRules: [{ rule: `data.${f}=Egle`, lineWidth: 2 }, { rule: 'data.height' }],
      });
    const rule = (name: string) => ({ field: name, operator: '=' as const, value: 'x' });
    const id = await newLayer({
      fields: ['species', 'height', 'note'],
      geomStyle: style('species'),
      ruleset: { condition: 'and', rules: [rule('species'), rule('note')] },
    });
    const view = await newLayer({
      sourceId: id,
      geomStyle: style('species'),
      ruleset: { condition: 'and', rules: [rule('height'), rule('species')] },
    });
    const [whole, without] = await addObjects(getDatabase(), [
      { classId: id, data: { species: 'Egle', height: 12, note: 'old', stray: 'kept' } },
      { classId: id, data: { height: null } },
    ]);
    const deleted = await addObject(getDatabase(), { classId: id, data: { species: 'Priede' } });
    await world.t.call({
      method: 'DELETE',
      url: `/api/v1/geoms/${deleted}`,
      headers: world.headersOf('unitAdmin'),
    });
    const body = {
      id,
      name: 'Stands',
      layerFields: [field('tree', 'species'), field('note'), field('added', 'new_field')],
    };
    const saved = await put(body);
    expect(saved.status).toBe(200);
    expect(saved.json.layerFields).toEqual([field('tree'), field('note'), field('added')]);
    expect((await dataOf(whole ?? 0)).data).toEqual({ tree: 'Egle', note: 'old', stray: 'kept' });
    expect((await dataOf(without ?? 0)).data).toEqual({});
    expect((await dataOf(deleted)).data).toEqual({ tree: 'Priede' });
    expect((await dataOf(whole ?? 0)).version).toBe(2);
    const moved = { objLabel: '{name} {data.tree}', labelRules: [{ rule: 'data.tree=Egle', lineWidth: 2 }] };
    expect(JSON.parse(saved.json.geomStyle)).toEqual(moved);
    expect(saved.json.ruleset?.rules).toEqual([rule('tree'), rule('note')]);
    const shown = await get(view);
    expect(JSON.parse(shown.geomStyle)).toEqual(moved);
    expect(shown.ruleset?.rules).toEqual([rule('tree')]);
    expect(shown.layerFields).toEqual([field('tree'), field('note'), field('added')]);
    expect((await lastAudit(id)).details).toMatchObject({
      renamedFields: { species: 'tree' },
      removedFields: ['height'],
      changedObjects: 3,
    });
  });

  test('D-CLS-08: two fields that swap their names swap their values', async () => {
    const id = await newLayer({ fields: ['a', 'b'] });
    const object = await addObject(getDatabase(), { classId: id, data: { a: 1, b: 'two' } });
    expect((await put({ id, name: 'L', layerFields: [field('b', 'a'), field('a', 'b')] })).status).toBe(200);
    expect((await dataOf(object)).data).toEqual({ b: 1, a: 'two' });
  });

  test('D-CLS-08 LFLT-04: a filter sent with the new names stays, rules on a removed field go', async () => {
    const id = await newLayer({ fields: ['a', 'b'] });
    const rule = (name: string) => ({ field: name, operator: '!=' as const, value: '' });
    const saved = await put({
      id,
      name: 'L',
      layerFields: [field('c', 'a')],
      ruleset: { condition: 'or', rules: [rule('c'), rule('b'), rule('a')] },
    });
    expect(saved.json.ruleset).toEqual({ condition: 'or', rules: [rule('c'), rule('c')] });
    const unknown = await put({ id, name: 'L', ruleset: { condition: 'or', rules: [rule('nowhere')] } });
    expect(unknown.json.errors).toEqual([{ path: '/ruleset/rules/0/field', code: 'UNKNOWN_FIELD' }]);
  });

  test('D-CLS-08: names are unique without regard to case, 1 to 50 characters, without a leading underscore', async () => {
    const id = await newLayer({ fields: ['a'] });
    const cases: [object[], string][] = [
      [[field('a'), field('A', 'new_field')], '/layerFields/1/name DUPLICATE'],
      [[field('  ', 'a')], '/layerFields/0/name REQUIRED'],
      [[field('x'.repeat(51))], '/layerFields/0/name TOO_LONG'],
      [[field('_page')], '/layerFields/0/name FIELD_NAME'],
      [[field('__proto__')], '/layerFields/0/name NOT_ALLOWED'],
      [[field('constructor')], '/layerFields/0/name NOT_ALLOWED'],
      [[field('b', 'nowhere')], '/layerFields/0/oldValue UNKNOWN_FIELD'],
      [[field('b', 'a'), field('c', 'a')], '/layerFields/1/oldValue DUPLICATE'],
      [[{ ...field('b'), type: 'number' }], '/layerFields/0/type NOT_ALLOWED'],
      [[{ ...field('b'), hint: { kind: 'colour' } }], '/layerFields/0/hint/kind NOT_ALLOWED'],
    ];
    for (const [layerFields, expected] of cases) {
      const { status, json } = await put({ id, name: 'L', layerFields });
      const problem = json.errors?.find(({ path }) => expected.startsWith(`${path} `));
      expect(`${status} ${problem?.path} ${problem?.code}`).toBe(`400 ${expected}`);
    }
    expect((await put({ id, name: 'L', layerFields: [field('x'.repeat(50))] })).status).toBe(200);
    expect((await get(id)).version).toBe(2);
  });

  test('FIELD-11: a field is sent with name, type and oldValue and listed with name and type', async () => {
    const id = await newLayer({ fields: ['height'] });
    const sent = [
      { name: 'girth', type: 'text', oldValue: 'height' },
      { name: 'species', type: 'text', oldValue: 'new_field' },
    ];
    const saved = await put({ id, name: 'L', layerFields: sent });
    const listed = [
      { name: 'girth', type: 'text' },
      { name: 'species', type: 'text' },
    ];
    expect(saved.json.layerFields).toEqual(listed);
    const { json: all } = await send<Classifier[]>('GET', '');
    const { json: groups } = await send<ClassifierWithChildren[]>('GET', '/1/include-children/admin');
    for (const list of [all, groups.flatMap(({ childClassifiers }) => childClassifiers)])
      expect(list.find((one) => one.id === id)?.layerFields).toEqual(listed);
    const wrong = await put({ id, name: 'L', layerFields: [{ name: 'girth', type: 'number' }] });
    expect(wrong.json.errors).toEqual([{ path: '/layerFields/0/type', code: 'NOT_ALLOWED' }]);
  });

  test('LFLT-06: a ruleset is a condition and rules of field, operator and value, and nothing else', async () => {
    const id = await newLayer({ fields: ['a'] });
    const rule = { field: 'a', operator: '!=', value: 'x' };
    for (const condition of ['and', 'or']) {
      const ruleset = { condition, rules: [rule, { ...rule, operator: '=' }] };
      expect((await put({ id, name: 'L', ruleset })).json.ruleset).toEqual(ruleset);
      expect((await get(id)).ruleset).toEqual(ruleset);
    }
    const without = async (name: keyof typeof rule) => {
      const { [name]: _, ...rest } = rule;
      return (await put({ id, name: 'L', ruleset: { condition: 'and', rules: [rest] } })).json.errors;
    };
    for (const name of ['field', 'operator', 'value'] as const)
      expect(await without(name)).toContainEqual({ path: `/ruleset/rules/0/${name}`, code: 'REQUIRED' });
  });

  test('D-CLS-19: a field carries an input hint', async () => {
    const hint = { kind: 'choices', choices: ['good', 'bad'], help: 'As seen from the road' };
    const saved = await put({
      id: await newLayer(),
      name: 'L',
      layerFields: [
        { ...field('state'), hint },
        { ...field('plain'), hint: {} },
      ],
    });
    expect(saved.json.layerFields).toEqual([
      { name: 'state', type: 'text', hint },
      { name: 'plain', type: 'text' },
    ]);
  });

  test('limits: 100 fields, 200 style rules and 100 filter rules go, one more does not', async () => {
    const many = <T>(count: number, make: (i: number) => T) =>
      Array.from({ length: count }, (_, i) => make(i));
    const cases: [string, number, (count: number) => object][] = [
      ['/layerFields', 100, (n) => ({ layerFields: many(n, (i) => field(`f${i}`)) })],
      [
        '/geomStyle/labelRules',
        200,
        (n) => ({ geomStyle: JSON.stringify({ labelRules: many(n, (i) => ({ rule: `data.a=${i}` })) }) }),
      ],
      [
        '/ruleset/rules',
        100,
        (n) => ({
          ruleset: {
            condition: 'and',
            rules: many(n, (i) => ({ field: 'a', operator: '!=', value: `${i}` })),
          },
        }),
      ],
      ['/name', 100, (n) => ({ name: 'n'.repeat(n) })],
      [
        '/geomStyle/objLabel',
        50,
        (n) => ({ geomStyle: JSON.stringify({ objLabel: many(n, () => '{a}').join('') }) }),
      ],
    ];
    for (const [path, most, body] of cases) {
      const id = await newLayer({ fields: ['a'] });
      expect(`${path} ${(await put({ id, name: 'L', ...body(most) })).status}`).toBe(`${path} 200`);
      const { status, json } = await put({ id, name: 'L', ...body(most + 1) });
      expect(`${status} ${json.errors?.[0]?.path} ${json.errors?.[0]?.code}`).toBe(
        `400 ${path} ${path === '/name' ? 'TOO_LONG' : 'TOO_MANY'}`,
      );
    }
  });

  test('D-CLS-07: open for public registration is not for layers that are not public; a review needs the openness', async () => {
    const id = await newLayer({ allObjectsPublic: false });
    const refused = await put({ id, name: 'L', allowPublicRegistration: true });
    expect(refused.json.errors).toEqual([{ path: '/allowPublicRegistration', code: 'NOT_ALLOWED' }]);
    const review = await put({ id, name: 'L', showAfterReview: true });
    expect(review.json.errors).toEqual([{ path: '/showAfterReview', code: 'NOT_ALLOWED' }]);
    const open = await put({
      id,
      name: 'L',
      allObjectsPublic: null,
      allowPublicRegistration: true,
      showAfterReview: true,
    });
    expect(open.json).toMatchObject({
      allObjectsPublic: null,
      allowPublicRegistration: true,
      showAfterReview: true,
    });
  });

  test('D-STYLE-01: a style is checked, with paths into it', async () => {
    const id = await newLayer();
    const cases: [string, string][] = [
      ['{', '/geomStyle INVALID_JSON'],
      ['{"lineWidth":-1}', '/geomStyle/lineWidth OUT_OF_RANGE'],
      ['{"labelRules":[{},{"fillColor":"no colour"}]}', '/geomStyle/labelRules/1/fillColor WRONG_FORMAT'],
      ['{"__proto__":{"lineWidth":1}}', '/geomStyle INVALID_JSON'],
      ['{"objLabel":"\\u0000"}', '/geomStyle/objLabel NOT_ALLOWED'],
      [`{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, '/geomStyle INVALID_JSON'],
    ];
    for (const [geomStyle, expected] of cases) {
      const { status, json } = await put({ id, name: 'L', geomStyle });
      expect(`${status} ${json.errors?.[0]?.path} ${json.errors?.[0]?.code}`).toBe(`400 ${expected}`);
    }
    const kept = '{"minResolution": 7,"maxResolution":9, "mine":true}';
    expect((await put({ id, name: 'L', geomStyle: kept })).json.geomStyle).toBe(kept);
  });

  test('API-CLS-11 D-CLS-05: a duplicate is another view of the same objects, with locked fields', async () => {
    const source = await newLayer({
      name: 'Trees',
      fields: ['kind'],
      allObjectsPublic: true,
      geomStyle: '{"lineWidth":4}',
    });
    const [oak, pine] = await addObjects(getDatabase(), [
      { classId: source, data: { kind: 'oak' } },
      { classId: source, data: { kind: 'pine' } },
    ]);
    const { id: _, ...without } = await get(source);
    const rules = [{ field: 'kind', operator: '=' as const, value: 'oak' }];
    const made = await send('POST', `/1/${source}/duplicate`, {
      ...without,
      name: 'Oaks',
      ruleset: { condition: 'and', rules },
    });
    expect(made.status).toBe(201);
    const view = made.json;
    expect(view).toMatchObject({
      sourceId: source,
      name: 'Oaks',
      geomStyle: '{"lineWidth":4}',
      layerFields: [field('kind')],
    });
    const shown = async (id: number) =>
      (
        await world.t.call<{ features: { id: number; layerId: number; classId: number }[] }>({
          method: 'POST',
          url: '/api/v1/geoms/points',
          headers: {},
          payload: {
            minx: -10,
            miny: -10,
            maxx: 10,
            maxy: 10,
            classifiers: [id],
            geometriesLoaded: [],
            zoom: 15,
          },
        })
      ).json.features;
    expect(await shown(view.id)).toMatchObject([{ id: oak, layerId: view.id, classId: source }]);
    expect((await shown(source)).map(({ id }) => id)).toEqual([oak, pine]);

    // What is drawn into the view belongs to the source.
    const drawn = await world.t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: world.headersOf('unitAdmin'),
      payload: {
        wkt: 'POINT(1 1)',
        name: 'New',
        description: 'Oak',
        classId: view.id,
        data: '{"kind":"oak"}',
      },
    });
    expect(drawn.status).toBe(201);
    expect((await shown(source)).map(({ id }) => id)).toContain(drawn.json.id);

    const locked = await put({ id: view.id, name: 'Oaks', layerFields: [field('sort', 'kind')] });
    expect(locked.json.errors).toEqual([{ path: '/layerFields', code: 'NOT_ALLOWED' }]);
    expect((await put(view)).status).toBe(200);
    expect((await send('POST', `/1/${view.id}/remove-data`)).json.error).toBe('VIEW_HAS_NO_DATA');
    const ofView = await send('POST', `/1/${view.id}/duplicate`, {
      name: 'Of a view',
      id1: world.roadsGroup,
    });
    expect(ofView.json.sourceId).toBe(source);
    expect(ofView.json.ruleset?.rules).toEqual(rules);
    expect((await send('DELETE', `/1/${view.id}`)).status).toBe(204);
    expect((await shown(source)).length).toBe(3);
    const homeless = await send('POST', `/1/${source}/duplicate`, { name: 'Nowhere' });
    expect(homeless.json.errors).toEqual([{ path: '/id1', code: 'REQUIRED' }]);
  });

  test('D-CLS-05 D-PERM-01: a view may not publish what its maker does not manage', async () => {
    const secret = await addLayer(getDatabase(), { groupId: world.forestsGroup, allObjectsPublic: false });
    const refused = await send('POST', `/1/${secret}/duplicate`, {
      name: 'Leak',
      id1: world.roadsGroup,
      allObjectsPublic: true,
    });
    expect(refused.status).toBe(403);
    const view = await newLayer({ sourceId: secret, allObjectsPublic: false });
    expect((await put({ id: view, name: 'Leak', allObjectsPublic: true })).status).toBe(403);
    expect(await get(view, 'unitAdmin')).toMatchObject({ canEdit: false, canManage: false });
  });

  test('API-CLS-09 API-CLS-10 API-CLS-12 D-CLS-11 D-CLS-12: deleting says what stands in the way, and how many', async () => {
    const group = await addGroup(getDatabase(), {
      companyId: world.own.companyId,
      unitId: world.own.units.roads,
    });
    const layer = await addLayer(getDatabase(), { groupId: group });
    const view = await newLayer({ sourceId: layer });
    await addObjects(getDatabase(), [{ classId: layer }, { classId: layer }]);
    const refusal = async (path: string) => {
      const { status, json } = await send('DELETE', path);
      return `${status} ${json?.error} ${json?.count}`;
    };
    expect(await refusal(`/1/${layer}`)).toBe('409 LAYER_NOT_EMPTY 2');
    expect(await refusal(`/${group}`)).toBe('409 GROUP_NOT_EMPTY 1');
    expect((await send('POST', `/1/${layer}/remove-data`, {})).json).toEqual({ count: 2 });
    expect(await lastAudit(layer)).toMatchObject({ action: 'DATA_REMOVED', details: { count: 2 } });
    // Empty: nothing at all, `{}`, or nothing with a content type (D-API-01); anything else is no empty body.
    expect((await send('POST', `/1/${layer}/remove-data`)).json).toEqual({ count: 0 });
    const bare = { headers: { 'content-type': 'application/json' } };
    expect((await send('POST', `/1/${layer}/remove-data`, undefined, bare)).json).toEqual({ count: 0 });
    expect((await send('POST', `/1/${layer}/remove-data`, { all: true })).status).toBe(400);
    expect(await refusal(`/1/${layer}`)).toBe('409 LAYER_HAS_VIEWS 1');
    expect(await refusal(`/2/${layer}`)).toBe('404 NOT_FOUND undefined');
    expect((await send('DELETE', `/1/${view}`)).status).toBe(204);
    expect((await send('DELETE', `/1/${layer}`)).status).toBe(204);
    expect((await send('DELETE', `/${group}`)).status).toBe(204);
    expect((await send('GET', `/single/${layer}`)).status).toBe(404);
    expect(await lastAudit(group)).toMatchObject({ action: 'CLASSIFIER_DELETED' });
    for (const root of [1, 2, 3]) expect((await send('DELETE', `/${root}`)).status).toBe(403);

    const object = await addObject(getDatabase(), { classId: await newLayer() });
    await addComment(getDatabase(), { geomId: object, content: 'Seen', isPublic: true, status: 'Planned' });
    const statuses = (await send<Classifier[]>('GET', '/3')).json;
    const idOf = (name: string) =>
      statuses.find((status) => status.name === name && status.companyId === world.own.companyId)?.id;
    expect(await refusal(`/2/${idOf('Planned')}`)).toBe('409 STATUS_IN_USE 1');
    expect((await send('DELETE', `/2/${idOf('Rejected')}`)).status).toBe(204);
  });

  test('API-CLS-13 D-CLS-09: rules for the values of a field, the commonest first, with capitalised keys', async () => {
    const id = await newLayer({
      fields: ['kind'],
      geomStyle: '{"lineWidth":3,"fillColor":"rgba(1,2,3,0.42)"}',
    });
    const data = [' Oak', 'oak', 'oak', 'pine', 'Pine', 'ash', ''];
    await addObjects(
      getDatabase(),
      data.map((kind) => ({ classId: id, data: { kind } })),
    );
    const { status, text, headers } = await send('POST', `/${id}/generate-style/kind`, {});
    expect(status).toBe(200);
    expect(String(headers['content-type'])).toContain('application/json');
    const list = JSON.parse(JSON.parse(text) as string) as { LabelRules: Record<string, unknown>[] };
    expect(list.LabelRules.map(({ Rule }) => Rule)).toEqual([
      'data.kind=oak',
      'data.kind=Pine',
      'data.kind',
      'data.kind=ash',
    ]);
    expect(list.LabelRules[0]).toMatchObject({
      LineWidth: 3,
      PointForm: 'none',
      FillColor: expect.stringMatching(/^rgba\(\d+,\d+,\d+,0\.42\)$/),
    });
    expect(new Set(list.LabelRules.map(({ LineColor }) => LineColor)).size).toBe(4);
    expect(await lastAudit(id)).toMatchObject({
      action: 'STYLE_GENERATED',
      details: { field: 'kind', values: 4 },
    });
    expect((await send('POST', `/${id}/generate-style/nowhere`)).json.error).toBe('UNKNOWN_FIELD');
    expect((await get(id)).version).toBe(1);
  });

  test('D-CLS-09 RULE-06: refreshing gives rules for new values only, in colours that no rule has, after the style as it is edited', async () => {
    const id = await newLayer({ fields: ['kind'] });
    await addObjects(
      getDatabase(),
      ['oak', 'Oak', 'pine', 'ash', ''].map((kind) => ({ classId: id, data: { kind } })),
    );
    type Rules = { LabelRules: Record<string, unknown>[] };
    const ask = async (path: string, body: object = {}) => {
      const { text } = await send('POST', `/${id}/${path}/kind`, body);
      return (JSON.parse(JSON.parse(text) as string) as Rules).LabelRules;
    };
    const all = await ask('generate-style');
    expect(all).toHaveLength(4);
    expect((await ask('refresh-style')).map(({ Rule }) => Rule)).toEqual(all.map(({ Rule }) => Rule));

    // Two rules are there: one by hand in a colour of its own, one as it was generated. Neither comes again.
    const made = all.find(({ Rule }) => Rule === 'data.kind=pine');
    const style = {
      lineWidth: 7,
      labelRules: [
        { rule: 'data.kind= OAK', lineColor: 'rgba(1,2,3,1)' },
        { rule: 'data.kind=pine', lineColor: made?.LineColor },
      ],
    };
    const fresh = await ask('refresh-style', { geomStyle: JSON.stringify(style) });
    expect(fresh.map(({ Rule }) => Rule)).toEqual(['data.kind', 'data.kind=ash']);
    const colors = fresh.map(({ LineColor }) => LineColor);
    expect(new Set(colors).size).toBe(2);
    expect(colors).not.toContain(made?.LineColor);
    expect(fresh[0]).toMatchObject({ LineWidth: 7 });
    expect(await lastAudit(id)).toMatchObject({ action: 'STYLE_GENERATED', details: { values: 2 } });
    expect((await get(id)).version).toBe(1);

    const done = { labelRules: ['oak', 'pine', 'ash', ''].map((value) => ({ rule: `data.kind=${value}` })) };
    expect(await ask('refresh-style', { geomStyle: JSON.stringify(done) })).toEqual([]);
    const broken = await send('POST', `/${id}/refresh-style/kind`, { geomStyle: '{"lineWidth":-1}' });
    expect(broken.json.errors).toEqual([{ path: '/geomStyle/lineWidth', code: 'OUT_OF_RANGE' }]);
    expect((await send('POST', `/${id}/refresh-style/nowhere`)).json.error).toBe('UNKNOWN_FIELD');
    // 199 rules for other fields and Default leave no room.
    const full = { labelRules: Array.from({ length: 199 }, (_, i) => ({ rule: `data.other=${i}` })) };
    const tooMany = await send('POST', `/${id}/refresh-style/kind`, { geomStyle: JSON.stringify(full) });
    expect(tooMany.json).toMatchObject({ error: 'GENERATE_TOO_MANY_VALUES', count: 4 });
  });

  test('D-CLS-09: 60 values get rules, 61 do not', async () => {
    const id = await newLayer({ fields: ['kind'] });
    const add = (from: number, to: number) =>
      addObjects(
        getDatabase(),
        Array.from({ length: to - from }, (_, i) => ({ classId: id, data: { kind: `v${from + i}` } })),
      );
    await add(0, 60);
    const { text } = await send('POST', `/${id}/generate-style/kind`);
    expect((JSON.parse(JSON.parse(text) as string) as { LabelRules: unknown[] }).LabelRules).toHaveLength(60);
    await add(60, 61);
    expect((await send('POST', `/${id}/generate-style/kind`)).json).toMatchObject({
      error: 'GENERATE_TOO_MANY_VALUES',
      count: 61,
    });
  });

  test('the order of a group’s layers, and of no others', async () => {
    const group = await addGroup(getDatabase(), {
      companyId: world.own.companyId,
      unitId: world.own.units.roads,
    });
    const ids = [
      await addLayer(getDatabase(), { groupId: group }),
      await addLayer(getDatabase(), { groupId: group }),
    ];
    const wanted = ids.toReversed();
    expect((await send('PUT', `/${group}/order`, { ids: wanted })).status).toBe(204);
    const { json } = await send<ClassifierWithChildren[]>('GET', '/1/include-children/admin');
    expect(json.find(({ id }) => id === group)?.childClassifiers.map(({ id }) => id)).toEqual(wanted);
    expect((await send('PUT', `/${group}/order`, { ids: [ids[0]] })).json.errors).toEqual([
      { path: '/ids', code: 'NOT_ALLOWED' },
    ]);
    expect((await send('PUT', `/${group}/order`, { ids: wanted }, { as: 'writer' })).status).toBe(403);
  });

  test('D-CLS-04: the list for administration counts objects and comments; usage counts values of a field', async () => {
    const id = await newLayer({ fields: ['a'] });
    await addObjects(getDatabase(), [
      { classId: id, data: { a: 'x' } },
      { classId: id, data: { a: ' ' } },
      { classId: id },
    ]);
    const { json } = await send<ClassifierWithChildren[]>('GET', '/1/include-children/admin');
    const layer = json.flatMap(({ childClassifiers }) => childClassifiers).find((child) => child.id === id);
    expect(layer?.usedCount).toBe(3);
    expect((await send('GET', `/${id}/usage?field=a`)).json).toEqual({ objects: 3, withValue: 1 });
    expect((await send('GET', `/${id}/usage`, undefined, { as: 'reader' })).json).toEqual({
      objects: 3,
      withValue: null,
    });
    expect((await send('GET', `/${id}/usage`, undefined, { as: 'nobody' })).status).toBe(403);
  });

  test('D-PERM-01: who may put a group into which unit, and move a layer to which group', async () => {
    const { units } = world.own;
    expect((await send('POST', '/1', { name: 'G', unitId: units.bridges })).json.unitId).toBe(units.bridges);
    expect((await send('POST', '/1', { name: 'G', unitId: units.forests })).status).toBe(403);
    expect((await send('POST', '/1', { name: 'G', unitId: 4_000_000_000 })).json.errors).toEqual([
      { path: '/unitId', code: 'NOT_ALLOWED' },
    ]);
    // Whoever moves a group manages the unit it leaves and the one it comes to.
    const group = (await send('POST', '/1', { name: 'G' })).json.id;
    expect((await put({ id: group, name: 'G', unitId: units.forests })).status).toBe(403);
    expect((await put({ id: group, name: 'G', unitId: units.bridges })).json.unitId).toBe(units.bridges);
    const writable = await addGroup(getDatabase(), { companyId: world.own.companyId, unitId: units.roads });
    expect((await put({ id: writable, name: 'G', unitId: units.bridges }, 'writer')).status).toBe(403);
    expect((await get(writable)).unitId).toBe(units.roads);

    const id = await newLayer();
    expect((await put({ id, name: 'L', id1: world.forestsGroup })).status).toBe(403);
    expect((await put({ id, name: 'L', id1: world.forestsGroup }, 'moduleAdmin')).json.unitId).toBe(
      units.forests,
    );
    expect((await put({ id, name: 'L', id1: world.foreignGroup }, 'moduleAdmin')).status).toBe(400);
    const back = await put({ id, name: 'L', parentName: 'Moved into a new group' }, 'moduleAdmin');
    expect((await get(back.json.id1 ?? 0)).name).toBe('Moved into a new group');
  });
});
