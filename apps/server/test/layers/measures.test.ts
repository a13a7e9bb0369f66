import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import {
  type Classifier,
  type FieldSchema,
  type FieldValues,
  type Geom,
  measureText,
  type ReportPage,
} from '@pgis/contract';
import { addObject, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { expect, test } from 'vitest';
import { blue, clear, plainStyle, readPixels, red } from '../images/ImageWorld.ts';
import type { Requester } from '../objects/ObjectWorld.ts';
import { field, setUpClassifiers } from './setUpClassifiers.ts';

const square = (size: number, x = 0) =>
  `POLYGON((${x} 0,${x + size} 0,${x + size} ${size},${x} ${size},${x} 0))`;

describeOnEachDatabase('fields that measure shapes', (getDatabase) => {
  const { getWorld, get, put, send, dataOf, newLayer } = setUpClassifiers(getDatabase);
  const ask = <T>(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    as: Requester = 'unitAdmin',
  ) => getWorld().ask<T & { errors?: object[] }>(method, path, as, payload && { payload });
  const area: FieldSchema = { type: 'area', unit: 'ha' };
  const length: FieldSchema = { type: 'length', unit: 'km', decimals: 2 };
  interface Schemas {
    readonly note?: FieldSchema;
    readonly area?: FieldSchema;
  }
  const save = (id: number, more: object = {}, schemas: Schemas = {}) =>
    put({
      ...{ id, name: 'Land', ...more },
      layerFields: [
        { ...field('area'), schema: schemas.area ?? area },
        { ...field('length'), schema: length },
        { ...field('note'), schema: schemas.note ?? { type: 'text' } },
      ],
    });
  /** A layer that everybody sees with a small and a large polygon, a line and a point. */
  const setUp = async () => {
    const land = await newLayer({ name: 'Land', allObjectsPublic: true, fields: ['area', 'length', 'note'] });
    const add = (name: string, wkt: string, data: Record<string, string> = {}) =>
      addObject(getDatabase(), { classId: land, name, wkt, data, isPublic: true });
    const small = await add('small', square(90));
    const large = await add('large', square(300, 1_000), { area: 'typed' });
    const path = await add('path', 'LINESTRING(0 500,2500 500)');
    await add('post', 'POINT(50 50)');
    expect((await save(land)).status).toBe(200);
    return { land, small, large, path };
  };
  const report = async (layerId: number, query: string) =>
    (await ask<ReportPage>('GET', `geoms/class-objects/${layerId}?${query}`, undefined, 'moduleAdmin')).json
      .items;
  const condition = (operator: string, value: string, name = 'area') =>
    `_sort=name&_conditions=${encodeURIComponent(JSON.stringify([{ field: name, operator, value }]))}`;

  test('table, object, sorting, conditions and file have the measure that PostGIS stores', async () => {
    const { land, large } = await setUp();
    const rows = await report(land, '_sort=name');
    for (const { data, areaM2, lengthM } of rows) {
      expect(data.area).toBe(measureText(area, { areaM2: areaM2 ?? undefined }));
      expect(data.length).toBe(measureText(length, { lengthM: lengthM ?? undefined }));
    }
    expect(rows.map(({ name, data }) => [name, data.area ?? '-', data.length ?? '-'])).toEqual([
      ['large', '8.9398', '-'],
      ['path', '-', '2.50'],
      ['post', '-', '-'],
      ['small', '0.8046', '-'],
    ]);
    const names = async (query: string) => (await report(land, query)).map(({ name }) => name);
    expect(await names('_sort=-data.area')).toEqual(['post', 'path', 'large', 'small']);
    expect(await names(condition('<', '1'))).toEqual(['small']);
    expect(await names(condition('between', '0,8046\n8,9398'))).toEqual(['large', 'small']);
    expect(await names(condition('>=', '2,5', 'length'))).toEqual(['path']);
    expect(await names(condition('empty', ''))).toEqual(['path', 'post']);
    const geom = await ask<Geom>('GET', `geoms/${large}`, undefined, 'visitor');
    expect(JSON.parse(geom.json.data)).toEqual({ area: '8.9398' });
    const { text } = await getWorld().ask('POST', `geoms/object-report/${land}`, 'reader', {
      payload: { columns: ['name', 'data.area'], sort: 'name' },
    });
    expect(text.replaceAll('"', '').trim().split('\r\n').slice(1, 3)).toEqual(['large,8.9398', 'path,']);
    // A value that was typed before stays in the row, and is listed.
    expect((await dataOf(large)).data).toEqual({ area: 'typed' });
    const check = await send<{ misfits: number }>('POST', `/${land}/field-check`, { field: 'area' });
    expect(check.json.misfits).toBe(1);
  });

  test('the map is filtered by it, draws rules for it, and a layer shows the objects that meet conditions on it', async () => {
    const { land } = await setUp();
    const load = async (more: object = {}) => {
      const { json } = await ask<{ features: object[] }>(
        'POST',
        'geoms/polygons',
        {
          ...{ minx: -10, miny: -10, maxx: 3_000, maxy: 3_000, zoom: 15 },
          ...{ classifiers: [land], geometriesLoaded: [], ...more },
        },
        'visitor',
      );
      return JSON.stringify(json).match(/"name":"\w+"|"area":"[\d.]+"|"objectMapLabel":"[^"]+"/g) ?? [];
    };
    expect((await load()).toSorted()).toEqual([
      '"area":"0.8046"',
      '"area":"8.9398"',
      '"name":"large"',
      '"name":"small"',
    ]);
    const objectFilter = [{ classId: land, field: 'area', operator: '>', value: '1' }];
    expect(await load({ objectFilter })).toEqual(['"name":"large"', '"area":"8.9398"']);
    const rules = [{ field: 'area', operator: '<', value: '1' }];
    const ruleset = { condition: 'and', rules };
    const geomStyle = JSON.stringify({
      labelEnabled: true,
      objLabel: '{area} ha',
      labelRules: [
        {
          ...{
            rule: 'data.area=',
            ruleConditions: { condition: 'and', rules: [{ ...rules[0], operator: '>' }] },
          },
          objLabel: 'large',
        },
      ],
    });
    expect((await save(land, { geomStyle })).status).toBe(200);
    expect((await load()).filter((text) => text.includes('Label')).toSorted()).toEqual([
      '"objectMapLabel":"0.8046 ha"',
      '"objectMapLabel":"large"',
    ]);
    const counts = await send<{ count: number }[]>('GET', `/${land}/rule-counts`);
    expect(counts.json.map(({ count }) => count).toSorted()).toEqual([1, 3]);
    expect((await save(land, { ruleset })).status).toBe(200);
    expect((await load()).filter((text) => text.includes('name'))).toEqual(['"name":"small"']);
    const values = await send<FieldValues>('GET', `/${land}/field-values?field=area`);
    expect([values.status, values.json]).toMatchObject([200, { objects: 1, values: [{ value: '0.8046' }] }]);
  });

  test('images are drawn by rules for it, also where one is switched off', async () => {
    const { land } = await setUp();
    const geomStyle = JSON.stringify({
      ...plainStyle('#0000ff'),
      labelRules: [
        {
          ...plainStyle('#ff0000'),
          rule: 'data.area=',
          ruleConditions: { condition: 'and', rules: [{ field: 'area', operator: '>', value: '1' }] },
        },
        { ...plainStyle('#0000ff'), rule: 'Default' },
      ],
    });
    expect((await save(land, { geomStyle })).status).toBe(200);
    const draw = async (more: Record<string, string> = {}) => {
      const { rawPayload } = await getWorld().t.app.inject({
        url: `/api/v1/proxy/wmsLayers/${land}`,
        query: mapQuery(`${land}_polygons`, [0, 0, 1_500, 1_500], more),
      });
      const image = await readPixels(rawPayload);
      return { small: image.at(3, 96), large: image.at(76, 90) };
    };
    expect(await draw()).toEqual({ small: blue, large: red });
    const [largeOnes = ''] = listRuleTokens(parseGeomStyle(geomStyle).style);
    expect(await draw({ _hide: largeOnes })).toEqual({ small: blue, large: clear });
  });

  test('a heat map that weighs by it is measured again when its unit changes, in views too', async () => {
    const { land } = await setUp();
    const density = { kind: 'heat', weight: 'field', weightField: 'area' } as const;
    expect((await save(land, { density })).status).toBe(200);
    const { id1 } = await get(land);
    const view = await send<Classifier>('POST', `/1/${land}/duplicate`, { name: 'View', id1 });
    const readMany = async () => {
      const rows = await getDatabase()
        .db.selectFrom('classifiers')
        .select('heat_scale')
        .where('id', 'in', [land, view.json.id])
        .execute();
      return rows.map(({ heat_scale: scale }) => scale?.open.at(-1) ?? 0);
    };
    const before = await readMany();
    expect(before.every((many) => many > 0)).toBe(true);
    expect((await save(land, { density }, { area: { type: 'area', unit: 'm2' } })).status).toBe(200);
    const ratios = (await readMany()).map((many, index) => many / (before[index] ?? 0));
    for (const ratio of ratios) expect(ratio).toBeCloseTo(10_000, -3);
    expect(ratios).toHaveLength(2);
  });

  test('a shape that is sent as it is keeps the stored measure', async () => {
    const land = await newLayer({ name: 'Land', fields: ['area', 'length', 'note'] });
    const wkt = square(30_000, 500_000);
    const id = await addObject(getDatabase(), { classId: land, name: 'huge', wkt });
    const fine: FieldSchema = { type: 'area', unit: 'm2', decimals: 2 };
    expect((await save(land, {}, { area: fine })).status).toBe(200);
    const { data, wkt: stored } = (await ask<Geom>('GET', `geoms/${id}`)).json;
    const { area: value } = JSON.parse(data) as { area: string };
    const showIf = { field: 'area', operator: '=', value } as const;
    expect((await save(land, {}, { area: fine, note: { type: 'text', showIf } })).status).toBe(200);
    const { status } = await ask('PUT', `geoms/${id}`, {
      ...{ classId: land, oldClassId: land, name: 'huge', description: 'x', wkt: stored },
      data: '{"note":"kept"}',
    });
    expect([status, (await dataOf(id)).data]).toEqual([200, { note: 'kept' }]);
  });

  test('a form, an edit and the server agree on fields that are shown by it, and nobody writes the measure', async () => {
    const { land, small } = await setUp();
    const showIf = { field: 'area', operator: '>=', value: '1' } as const;
    expect((await save(land, {}, { note: { type: 'text', required: true, showIf } })).status).toBe(200);
    const add = (wkt: string, data: object) =>
      ask<{ id: number }>('POST', 'geoms/add', {
        ...{ classId: land, wkt, name: 'New', description: 'x', data: JSON.stringify(data) },
      });
    const refused = await add(square(300), { area: '0.1' });
    expect([refused.status, refused.json.errors]).toEqual([400, [{ path: '/data/note', code: 'REQUIRED' }]]);
    const added = await add(square(90), { area: '5', note: 'hidden' });
    expect((await dataOf(added.json.id)).data).toEqual({});
    const update = (data: object, more: object = {}) =>
      ask<Geom>('PUT', `geoms/${small}`, {
        ...{ classId: land, oldClassId: land, name: 'small', description: 'x', data: JSON.stringify(data) },
        ...more,
      });
    expect((await update({ area: '5', note: 'hidden' })).json.data).toBe('{"area":"0.8046"}');
    const grown = await update({ note: 'now shown' }, { wkt: square(300) });
    expect(JSON.parse(grown.json.data)).toEqual({ note: 'now shown', area: '8.9398' });
    expect((await dataOf(small)).data).toEqual({ note: 'now shown' });
  });
});
