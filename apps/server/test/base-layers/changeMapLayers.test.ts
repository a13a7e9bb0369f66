import type { ErrorBody, MapLayer } from '@pgis/contract';
import { newId } from '@pgis/server';
import { describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { startCompanyWorld } from '../companies/CompanyWorld.ts';

type Answer = MapLayer & ErrorBody;

describeOnEachDatabase('changing map layers', (getDatabase) => {
  const world = startCompanyWorld(getDatabase, {
    env: { BASE_LAYER_HOSTS: 'tiles.example, wms.example' },
  });

  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object) =>
    world.t.call<Answer>({
      method,
      url: `/api/v1/layers${path}`,
      headers: { ...world.headers.moduleAdmin },
      ...(payload && { payload }),
    });
  const aBody = (source: object | string, sourceType = 'XYZ') => ({
    name: 'Orthophoto',
    group: 'Pictures',
    overlay: false,
    sourceType,
    sourceJson: typeof source === 'string' ? source : JSON.stringify(source),
  });
  const url = 'https://a.tiles.example/{z}/{x}/{y}.png';
  const lastAction = async () =>
    await getDatabase()
      .db.selectFrom('audit_log')
      .select(['action', 'entity_name', 'details'])
      .where('company_id', '=', world.own.companyId)
      .where('entity', '=', 'mapLayer')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();

  test('API-LAYER-03 API-LAYER-04 API-LAYER-05: a base layer is added, changed and deleted, each in the log', async () => {
    const added = await send('POST', '/', aBody({ url, maxZoom: 19, attributions: ['© Example'] }));
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({
      name: 'Orthophoto',
      layerType: 'TileLayer',
      visibility: true,
      canEdit: true,
      version: 1,
    });
    expect(await lastAction()).toMatchObject({ action: 'LAYER_ADDED', entity_name: 'Orthophoto' });
    const { id } = added.json;
    // PUT accepts the body that GET returns (D-API-02).
    const changed = await send('PUT', `/${id}`, { ...added.json, name: 'Photo', overlay: true });
    expect(changed.json).toMatchObject({ name: 'Photo', overlay: true, version: 2 });
    expect(await lastAction()).toMatchObject({
      action: 'LAYER_UPDATED',
      details: { old: { name: 'Orthophoto' }, new: { name: 'Photo' } },
    });
    const stale = await send('PUT', `/${id}`, { ...added.json, name: 'Too late' });
    expect(`${stale.status} ${stale.json.error}`).toBe('409 MAP_LAYER_CHANGED');
    expect((await send('DELETE', `/${id}`)).status).toBe(204);
    expect(await lastAction()).toMatchObject({ action: 'LAYER_DELETED' });
    expect((await send('DELETE', `/${id}`)).status).toBe(404);
    for (const method of ['PUT', 'DELETE'] as const)
      expect((await send(method, '/1', method === 'PUT' ? aBody({ url }) : undefined)).status).toBe(403);
  });

  test('D-API-03: a group has its names in the reader’s languages, and keeps them through every change', async () => {
    const groupNames = { en: 'City maps', ru: 'Карты города', lv: 'Pilsētas kartes' };
    const { id } = await getDatabase()
      .db.insertInto('map_layers')
      .values({
        company_id: world.own.companyId,
        id: newId(world.own.companyId, 'map_layer_seq'),
        name: 'Forest map',
        names: JSON.stringify({ en: 'Forest map', ru: 'Карта лесов', lv: 'Mežu karte' }),
        group_name: groupNames.en,
        group_names: JSON.stringify(groupNames),
        source_type: 'XYZ',
        source_json: JSON.stringify({ url }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const textsIn = async (language: string) => {
      const layers = await world.t.call<MapLayer[]>({
        url: '/api/v1/layers',
        headers: { ...world.headers.moduleAdmin, 'accept-language': language },
      });
      return layers.json
        .filter((layer) => layer.id === id || layer.name === 'City photo')
        .map(({ name, group }) => `${group}: ${name}`);
    };
    expect(await textsIn('ru')).toEqual(['Карты города: Карта лесов']);

    const saved = await send('PUT', `/${id}`, {
      ...aBody({ url, maxZoom: 12 }),
      ...{ name: 'Mežu karte', group: 'Pilsētas kartes' },
    });
    expect(saved.status).toBe(200);
    const photo = { name: 'City photo', group: 'Pilsētas kartes' };
    const added = await send('POST', '/', { ...aBody({ url }), ...photo });
    expect(await textsIn('lv')).toEqual(['Pilsētas kartes: Mežu karte', 'Pilsētas kartes: City photo']);
    expect(await textsIn('en')).toEqual(['City maps: Forest map', 'City maps: City photo']);

    await send('PUT', `/${id}`, { ...aBody({ url }), name: 'Woods', group: 'Nature' });
    for (const language of ['en', 'ru']) expect((await textsIn(language))[0], language).toBe('Nature: Woods');
    for (const one of [id, added.json.id]) expect((await send('DELETE', `/${one}`)).status).toBe(204);
  });

  test('DATA-20 DATA-21 DATA-22: sourceJson is checked for its type, with paths into it', async () => {
    const wms = 'https://wms.example/service';
    const cases: [object, string][] = [
      [aBody('{'), '/sourceJson INVALID_JSON'],
      [aBody('[]'), '/sourceJson WRONG_TYPE'],
      [aBody('{"__proto__":{}}'), '/sourceJson INVALID_JSON'],
      [aBody({}), '/sourceJson/url REQUIRED'],
      [aBody({ url: 'http://tiles.example/{z}/{x}/{y}.png' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: 'javascript:alert(1)//{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: '//tiles.example/{z}/{x}/{y}.png' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: '/\t/e.tst/{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: '/\n/e.tst/{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: '/\r\\e.tst/{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: '/\\e.tst/{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: 'https://e.tst\t.tiles.example/{z}/{x}/{y}' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: 'https://tiles.example/one.png' }), '/sourceJson/url WRONG_FORMAT'],
      [aBody({ url: 'https://me:secret@tiles.example/{z}/{x}/{y}.png' }), '/sourceJson/url NOT_ALLOWED'],
      [aBody({ url: 'https://elsewhere.example/{z}/{x}/{y}.png' }), '/sourceJson/url NOT_ALLOWED'],
      [aBody({ url: 'https://eviltiles.example/{z}/{x}/{y}.png' }), '/sourceJson/url NOT_ALLOWED'],
      [aBody({ url, maxZoom: 29 }), '/sourceJson/maxZoom OUT_OF_RANGE'],
      [aBody({ url, tileLoadFunction: 'x' }), '/sourceJson/tileLoadFunction UNKNOWN_PROPERTY'],
      [aBody({ url: wms }, 'TileWMS'), '/sourceJson/params REQUIRED'],
      [aBody({ url: wms, params: { LAYERS: ['a'] } }, 'TileWMS'), '/sourceJson/params WRONG_TYPE'],
      [aBody({ key: 'k' }, 'BingMaps'), '/sourceJson/imagerySet REQUIRED'],
      [aBody({ url }, 'WMTS'), '/sourceType NOT_ALLOWED'],
      [{ ...aBody({ url }), layerType: 'VectorLayer' }, '/layerType NOT_ALLOWED'],
      [{ ...aBody({ url }), name: 'n'.repeat(101) }, '/name TOO_LONG'],
    ];
    for (const [body, expected] of cases) {
      const { status, json } = await send('POST', '', body);
      expect(`${status} ${json.errors?.[0]?.path} ${json.errors?.[0]?.code}`).toBe(`400 ${expected}`);
    }
    const good = [
      aBody({ url: 'https://{a-c}.tiles.example/{z}/{x}/{-y}.png' }),
      aBody({ url: '/own/{z}/{x}/{y}.png' }),
      aBody({ url: 'https://tiles.example/{TileMatrix}/{TileRow}/{TileCol}.png' }),
      aBody({ url: wms, params: { LAYERS: 'ortho', TILED: true } }, 'TileWMS'),
      aBody({ key: 'k', imagerySet: 'Aerial' }, 'BingMaps'),
      { ...aBody({ url }), name: 'n'.repeat(100) },
    ];
    for (const body of good) expect((await send('POST', '', body)).status).toBe(201);
  });
});
