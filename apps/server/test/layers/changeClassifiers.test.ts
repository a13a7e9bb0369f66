import type { Classifier, ClassifierWithChildren } from '@pgis/contract';
import { addComment, addGroup, addLayer, addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { field, loadPoints, setUpClassifiers } from './setUpClassifiers.ts';

describeOnEachDatabase('changing classifiers', (getDatabase) => {
  const { getWorld, send, get, put, lastAudit, newLayer } = setUpClassifiers(getDatabase);

  test('API-CLS-08 D-CLS-16 DATA-13: a layer in a group, a layer with a new group, a group alone', async () => {
    const layer = await send('POST', '/1', {
      id1: getWorld().roadsGroup,
      name: '  Signs ',
      description: 'Traffic signs',
      layerFields: [field('code', 'new_field')],
    });
    expect(layer.status).toBe(201);
    expect(layer.json).toMatchObject({
      kind: 'layer',
      id1: getWorld().roadsGroup,
      name: 'Signs',
      version: 1,
      // Nothing is opened or switched on by itself.
      ...{ serverside: false, showDefault: false, allowPublicRegistration: false, showAfterReview: false },
    });
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
    expect(group.unitId).toBe(getWorld().own.units.roads);

    const alone = await send('POST', '/1', { name: 'Empty group' });
    expect(alone.json).toMatchObject({ kind: 'group', id1: 1, unitId: getWorld().own.units.roads });
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

    // PUT accepts the body of a GET in another language and keeps the names apart (D-API-02).
    const again = await send('PUT', '/2', inLatvian.json, { headers: { 'accept-language': 'lv' } });
    expect(again.status).toBe(200);
    expect(again.json).toMatchObject({ name: 'Iesaldēts', names, version: inLatvian.json.version });
    const renamed = await send(
      'PUT',
      '/2',
      { id: added.json.id, name: 'Apturēts' },
      { headers: { 'accept-language': 'lv' } },
    );
    expect(renamed.json).toMatchObject({ name: 'Apturēts', names: { ...names, lv: 'Apturēts' } });
    for (const [path, body2] of [
      ['/2', { name: 'No parent' }],
      ['/2', { name: 'Below a layer group', id1: getWorld().roadsGroup }],
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
      legacy: { geomStyle, ruleset },
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

  test('D-CLS-07: open for public registration is not for layers that are not public; a review needs the openness', async () => {
    const id = await newLayer({ allObjectsPublic: false });
    const refused = await put({ id, name: 'L', allowPublicRegistration: true });
    expect(refused.json.errors).toEqual([{ path: '/allowPublicRegistration', code: 'HIDDEN_OBJECTS' }]);
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

  test('a range of zoom levels is not empty and lies in those of the map; a stored one may stay', async () => {
    const id = await newLayer({});
    const refused: [object, string, string][] = [
      [{ zoomFrom: 15, zoomTo: 8 }, '/zoomTo', 'BELOW_START'],
      [{ zoomFrom: -1 }, '/zoomFrom', 'OUT_OF_RANGE'],
      [{ zoomTo: 29 }, '/zoomTo', 'OUT_OF_RANGE'],
    ];
    for (const [zooms, path, code] of refused) {
      const { status, json } = await put({ id, name: 'L', ...zooms });
      expect([zooms, status, json.errors]).toEqual([zooms, 400, [{ path, code }]]);
    }
    for (const zooms of [
      { zoomFrom: 8, zoomTo: 8 },
      { zoomFrom: 0, zoomTo: 28 },
    ])
      expect((await put({ id, name: 'L', ...zooms })).json).toMatchObject(zooms);
    await getDatabase()
      .db.updateTable('classifiers')
      .set({ zoom_from: 15, zoom_to: 8 })
      .where('id', '=', id)
      .execute();
    expect((await put({ id, name: 'New', zoomFrom: 15, zoomTo: 8 })).json).toMatchObject({
      name: 'New',
      zoomFrom: 15,
      zoomTo: 8,
    });
    expect((await put({ id, name: 'New', zoomFrom: 16 })).json.errors).toEqual([
      { path: '/zoomTo', code: 'BELOW_START' },
    ]);
  });

  test('D-STYLE-01: a style is checked, with paths into it', async () => {
    const id = await newLayer();
    const cases: [string, string][] = [
      ['{', '/geomStyle INVALID_JSON'],
      ['{"lineWidth":-1}', '/geomStyle/lineWidth OUT_OF_RANGE'],
      ['{"sizeField":"votes","sizeMax":300}', '/geomStyle/sizeMax OUT_OF_RANGE'],
      ['{"labelRules":[{},{"fillColor":"no colour"}]}', '/geomStyle/labelRules/1/fillColor WRONG_FORMAT'],
      ['{"__proto__":{"lineWidth":1}}', '/geomStyle INVALID_JSON'],
      ['{"objLabel":"\\u0000"}', '/geomStyle/objLabel NOT_ALLOWED'],
      [`{"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, '/geomStyle INVALID_JSON'],
    ];
    for (const [geomStyle, expected] of cases) {
      const { status, json } = await put({ id, name: 'L', geomStyle });
      expect(`${status} ${json.errors?.[0]?.path} ${json.errors?.[0]?.code}`).toBe(`400 ${expected}`);
    }
    const styleText = '{"minResolution": 7,"maxResolution":9, "mine":true}';
    expect((await put({ id, name: 'L', geomStyle: styleText })).json.geomStyle).toBe(styleText);
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
    const visibleObjects = async (id: number) =>
      (await loadPoints<{ features: { id: number; layerId: number; classId: number }[] }>(getWorld().t, id))
        .json.features;
    expect(await visibleObjects(view.id)).toMatchObject([{ id: oak, layerId: view.id, classId: source }]);
    expect((await visibleObjects(source)).map(({ id }) => id)).toEqual([oak, pine]);

    // An object drawn in the view belongs to its source layer.
    const drawn = await getWorld().t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: getWorld().headersOf('unitAdmin'),
      payload: {
        wkt: 'POINT(1 1)',
        name: 'New',
        description: 'Oak',
        classId: view.id,
        data: '{"kind":"oak"}',
      },
    });
    expect(drawn.status).toBe(201);
    expect((await visibleObjects(source)).map(({ id }) => id)).toContain(drawn.json.id);

    const locked = await put({ id: view.id, name: 'Oaks', layerFields: [field('sort', 'kind')] });
    expect(locked.json.errors).toEqual([{ path: '/layerFields', code: 'NOT_ALLOWED' }]);
    expect((await put(view)).status).toBe(200);
    expect((await send('POST', `/1/${view.id}/remove-data`)).json.error).toBe('VIEW_HAS_NO_DATA');
    const ofView = await send('POST', `/1/${view.id}/duplicate`, {
      name: 'Of a view',
      id1: getWorld().roadsGroup,
    });
    expect(ofView.json.sourceId).toBe(source);
    expect(ofView.json.ruleset?.rules).toEqual(rules);
    expect((await send('DELETE', `/1/${view.id}`)).status).toBe(204);
    expect((await visibleObjects(source)).length).toBe(3);
    const homeless = await send('POST', `/1/${source}/duplicate`, { name: 'Nowhere' });
    expect(homeless.json.errors).toEqual([{ path: '/id1', code: 'REQUIRED' }]);
  });

  test('D-CLS-05 D-PERM-01: a view may not publish what its maker does not manage', async () => {
    const secret = await addLayer(getDatabase(), {
      groupId: getWorld().forestsGroup,
      allObjectsPublic: false,
    });
    const refused = await send('POST', `/1/${secret}/duplicate`, {
      name: 'Leak',
      id1: getWorld().roadsGroup,
      allObjectsPublic: true,
    });
    expect(refused.status).toBe(403);
    const view = await newLayer({ sourceId: secret, allObjectsPublic: false });
    expect((await put({ id: view, name: 'Leak', allObjectsPublic: true })).status).toBe(403);
    expect(await get(view, 'unitAdmin')).toMatchObject({ canEdit: false, canManage: false });
  });

  test('API-CLS-09 API-CLS-10 API-CLS-12 D-CLS-11 D-CLS-12: deleting says what stands in the way, and how many', async () => {
    const group = await addGroup(getDatabase(), {
      companyId: getWorld().own.companyId,
      unitId: getWorld().own.units.roads,
    });
    const layer = await addLayer(getDatabase(), { groupId: group });
    const view = await newLayer({ sourceId: layer });
    await addObjects(getDatabase(), [{ classId: layer }, { classId: layer }]);
    const refusal = async (path: string) => {
      const { status, json } = await send('DELETE', path);
      return `${status} ${json?.error} ${json?.count}`;
    };
    // The view comes first: who agrees to lose the objects must not lose them in vain.
    expect(await refusal(`/1/${layer}`)).toBe('409 LAYER_HAS_VIEWS 1');
    expect((await send('DELETE', `/1/${view}`)).status).toBe(204);
    expect(await refusal(`/1/${layer}`)).toBe('409 LAYER_NOT_EMPTY 2');
    expect(await refusal(`/${group}`)).toBe('409 GROUP_NOT_EMPTY 1');
    expect((await send('POST', `/1/${layer}/remove-data`, {})).json).toEqual({ count: 2 });
    expect(await lastAudit(layer)).toMatchObject({ action: 'DATA_REMOVED', details: { count: 2 } });
    // An empty body is no body, `{}`, or no body with a content type (D-API-01).
    expect((await send('POST', `/1/${layer}/remove-data`)).json).toEqual({ count: 0 });
    const bare = { headers: { 'content-type': 'application/json' } };
    expect((await send('POST', `/1/${layer}/remove-data`, undefined, bare)).json).toEqual({ count: 0 });
    expect((await send('POST', `/1/${layer}/remove-data`, { all: true })).status).toBe(400);
    expect(await refusal(`/2/${layer}`)).toBe('404 NOT_FOUND undefined');
    expect((await send('DELETE', `/1/${layer}`)).status).toBe(204);
    expect((await send('DELETE', `/${group}`)).status).toBe(204);
    expect((await send('GET', `/single/${layer}`)).status).toBe(404);
    expect(await lastAudit(group)).toMatchObject({ action: 'CLASSIFIER_DELETED' });
    for (const root of [1, 2, 3]) expect((await send('DELETE', `/${root}`)).status).toBe(403);

    const object = await addObject(getDatabase(), { classId: await newLayer() });
    await addComment(getDatabase(), { geomId: object, content: 'Seen', isPublic: true, status: 'Planned' });
    const statuses = (await send<Classifier[]>('GET', '/3')).json;
    const idOf = (name: string) =>
      statuses.find((status) => status.name === name && status.companyId === getWorld().own.companyId)?.id;
    expect(await refusal(`/2/${idOf('Planned')}`)).toBe('409 STATUS_IN_USE 1');
    expect((await send('DELETE', `/2/${idOf('Rejected')}`)).status).toBe(204);
  });

  test('the order of a group’s layers, and of no others', async () => {
    const group = await addGroup(getDatabase(), {
      companyId: getWorld().own.companyId,
      unitId: getWorld().own.units.roads,
    });
    const ids = [
      await addLayer(getDatabase(), { groupId: group }),
      await addLayer(getDatabase(), { groupId: group }),
    ];
    const reversedIds = ids.toReversed();
    expect((await send('PUT', `/${group}/order`, { ids: reversedIds })).status).toBe(204);
    const { json } = await send<ClassifierWithChildren[]>('GET', '/1/include-children/admin');
    expect(json.find(({ id }) => id === group)?.childClassifiers.map(({ id }) => id)).toEqual(reversedIds);
    expect((await send('PUT', `/${group}/order`, { ids: [ids[0]] })).json.errors).toEqual([
      { path: '/ids', code: 'NOT_ALLOWED' },
    ]);
    expect((await send('PUT', `/${group}/order`, { ids: reversedIds }, { as: 'writer' })).status).toBe(403);
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
    const { units } = getWorld().own;
    expect((await send('POST', '/1', { name: 'G', unitId: units.bridges })).json.unitId).toBe(units.bridges);
    expect((await send('POST', '/1', { name: 'G', unitId: units.forests })).status).toBe(403);
    expect((await send('POST', '/1', { name: 'G', unitId: 4_000_000_000 })).json.errors).toEqual([
      { path: '/unitId', code: 'NOT_ALLOWED' },
    ]);
    // Moving a group requires Admin in both the old and the new unit.
    const group = (await send('POST', '/1', { name: 'G' })).json.id;
    expect((await put({ id: group, name: 'G', unitId: units.forests })).status).toBe(403);
    expect((await put({ id: group, name: 'G', unitId: units.bridges })).json.unitId).toBe(units.bridges);
    const writable = await addGroup(getDatabase(), {
      companyId: getWorld().own.companyId,
      unitId: units.roads,
    });
    expect((await put({ id: writable, name: 'G', unitId: units.bridges }, 'writer')).status).toBe(403);
    expect((await get(writable)).unitId).toBe(units.roads);

    const id = await newLayer();
    expect((await put({ id, name: 'L', id1: getWorld().forestsGroup })).status).toBe(403);
    expect((await put({ id, name: 'L', id1: getWorld().forestsGroup }, 'moduleAdmin')).json.unitId).toBe(
      units.forests,
    );
    expect((await put({ id, name: 'L', id1: getWorld().foreignGroup }, 'moduleAdmin')).status).toBe(400);
    const back = await put({ id, name: 'L', parentName: 'Moved into a new group' }, 'moduleAdmin');
    expect((await get(back.json.id1 ?? 0)).name).toBe('Moved into a new group');
  });
});
