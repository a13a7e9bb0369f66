import { meetsCondition, type Operator } from '@pgis/conditions';
import type { FieldSchema, Geom, ReportPage } from '@pgis/contract';
import { addObject, describeOnEachDatabase } from '@pgis/testkit';
import { expect, test } from 'vitest';
import type { Requester } from '../objects/ObjectWorld.ts';
import { field, setUpClassifiers } from './setUpClassifiers.ts';

const square = (x: number, size = 10) =>
  `POLYGON((${x} 0,${x + size} 0,${x + size} ${size},${x} ${size},${x} 0))`;

describeOnEachDatabase('a field that says in which polygon an object lies', (getDatabase) => {
  const { getWorld, put, dataOf, newLayer, send } = setUpClassifiers(getDatabase);
  const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, as: Requester, payload?: object) =>
    getWorld().ask<T & { errors?: object[] }>(method, path, as, payload && { payload });
  const addRow = async (classId: number, name: string, wkt: string, data: Record<string, string> = {}) =>
    await addObject(getDatabase(), { classId, name, wkt, data, isPublic: true });
  /** Districts that visitors do not see, with two polygons, and trees that everybody sees, with a computed field. */
  const setUp = async (more: Partial<FieldSchema> = {}, groupId = getWorld().roadsGroup) => {
    const districts = await newLayer({
      ...{ groupId, name: 'Districts', allObjectsPublic: false, fields: ['code'] },
    });
    const north = await addRow(districts, 'North', square(0), { code: 'N1' });
    await addRow(districts, 'South', square(20), { code: 'S1' });
    const trees = await newLayer({ name: 'Trees', allObjectsPublic: true, fields: ['kind', 'district'] });
    const schema: FieldSchema = { type: 'liesIn', layer: districts, ...more };
    const saved = await put({
      id: trees,
      name: 'Trees',
      layerFields: [field('kind'), { ...field('district'), schema }],
    });
    expect(saved.status).toBe(200);
    return { districts, north, trees };
  };
  const districtOf = async (id: number, as: Requester = 'reader') =>
    (JSON.parse((await ask<Geom>('GET', `geoms/${id}`, as)).json.data) as Record<string, unknown>).district;

  test('points, lines and polygons have the name of the polygon that holds them, as it is now', async () => {
    const { districts, north, trees } = await setUp();
    const point = await addRow(trees, 'Oak', 'POINT(5 5)');
    const line = await addRow(trees, 'Row', 'LINESTRING(22 2,24 2,26 2)');
    const polygon = await addRow(trees, 'Wood', square(2, 4));
    const outside = await addRow(trees, 'Far', 'POINT(15 5)');
    const all = async () => await Promise.all([point, line, polygon, outside].map((id) => districtOf(id)));
    expect(await all()).toEqual(['North', 'South', 'North', undefined]);
    // The polygon is renamed, another one is added, and an object moves: each shows at once.
    await getDatabase().db.updateTable('geoms').set({ name: 'Old town' }).where('id', '=', north).execute();
    await addRow(districts, 'Between', square(12, 6));
    expect(await all()).toEqual(['Old town', 'South', 'Old town', 'Between']);
    expect((await ask('DELETE', `geoms/${north}`, 'unitAdmin')).status).toBe(204);
    expect(await districtOf(point)).toBeUndefined();
  });

  test('a line counts where its middle is, also without a vertex there; of several parts the longest counts', async () => {
    const { trees } = await setUp();
    for (const [wkt, district] of [
      ['LINESTRING(1 5,17 5)', 'North'],
      ['LINESTRING(17 5,1 5)', 'North'],
      ['LINESTRING(1 5,2 5,28 5,39 5)', 'South'],
      ['MULTILINESTRING((1 1,2 1),(3 1,4 1),(22 1,28 1))', 'South'],
    ] as const)
      expect(await districtOf(await addRow(trees, 'Row', wkt)), wkt).toBe(district);
  });

  test('table, sorting, filter and file have the value; a reader who may not see the polygons gets none', async () => {
    // The reader may see reports of roads, and no object of the forests.
    const { trees } = await setUp({ layerField: 'code' }, getWorld().forestsGroup);
    for (const [name, x] of [
      ['a', 25],
      ['b', 5],
      ['c', 15],
    ] as const)
      await addRow(trees, name, `POINT(${x} 5)`);
    const names = async (query: string, as: Requester = 'moduleAdmin') =>
      (await ask<ReportPage>('GET', `geoms/class-objects/${trees}?${query}`, as)).json.items.map(
        ({ name, data }) => `${name} ${data.district ?? '-'}`,
      );
    expect(await names('_sort=name')).toEqual(['a S1', 'b N1', 'c -']);
    expect(await names('_sort=data.district')).toEqual(['c -', 'b N1', 'a S1']);
    const condition = (operator: string, value: string) =>
      `_sort=name&_conditions=${encodeURIComponent(JSON.stringify([{ field: 'district', operator, value }]))}`;
    expect(await names(condition('=', 'n1'))).toEqual(['b N1']);
    expect(await names(condition('empty', ''))).toEqual(['c -']);
    const csv = async (as: Requester) =>
      (
        await getWorld().ask('POST', `geoms/object-report/${trees}`, as, {
          payload: { columns: ['name', 'data.district'], sort: 'name' },
        })
      ).text
        .trim()
        .replaceAll('"', '')
        .split('\r\n')
        .slice(1);
    expect(await csv('moduleAdmin')).toEqual(['a,S1', 'b,N1', 'c,']);
    expect(await csv('reader')).toEqual(['a,', 'b,', 'c,']);
    expect(await names(condition('=', 'n1'), 'reader')).toEqual([]);
    const [first] = (await ask<ReportPage>('GET', `geoms/class-objects/${trees}?_sort=name`, 'reader')).json
      .items;
    expect(await districtOf(first?.id ?? 0, 'visitor')).toBeUndefined();
  });

  test('the map is filtered by it, with the rights of its reader', async () => {
    const { trees } = await setUp();
    await addRow(trees, 'Oak', 'POINT(5 5)');
    await addRow(trees, 'Elm', 'POINT(25 5)');
    const found = async (as: Requester) => {
      const { json } = await ask<{ features: { properties: { name: string } }[] }>(
        'POST',
        'geoms/points',
        as,
        {
          ...{
            minx: -10,
            miny: -10,
            maxx: 40,
            maxy: 40,
            zoom: 18,
            classifiers: [trees],
            geometriesLoaded: [],
          },
          objectFilter: [{ classId: trees, field: 'district', operator: '=', value: 'North' }],
        },
      );
      return JSON.stringify(json).match(/Oak|Elm/g) ?? [];
    };
    expect(new Set(await found('reader'))).toEqual(new Set(['Oak']));
    expect(await found('visitor')).toEqual([]);
  });

  test('conditions hold for the same objects in the whole layer, in an area, and for the values that are shown', async () => {
    const { districts, trees } = await setUp({ layerField: 'code' });
    await addRow(districts, 'Over both', square(5, 20), { code: 'B2' });
    await addRow(districts, 'Without a code', square(50));
    const wkts = ['POINT(2 5)', 'POINT(7 5)', 'POINT(15 5)', 'POINT(22 5)', 'POINT(55 5)', 'POINT(99 5)'];
    for (const [index, wkt] of [...wkts, 'LINESTRING(21 1,39 1)', square(12, 4)].entries())
      await addRow(trees, String(index), wkt);
    const read = async (query: string) =>
      (await ask<ReportPage>('GET', `geoms/class-objects/${trees}?_sort=name${query}`, 'moduleAdmin')).json
        .items;
    const all = await read('');
    const sorted = await ask<ReportPage>(
      'GET',
      `geoms/class-objects/${trees}?_sort=data.district`,
      'moduleAdmin',
    );
    const values = sorted.json.items.map(({ data }) => data.district ?? '-').join();
    expect(values).toBe('-,-,B2,B2,N1,N1,S1,S1');
    expect(all.map(({ data }) => data.district ?? '-').join()).toBe('N1,N1,B2,S1,-,-,S1,B2');
    /** Names of the objects on a map, which are read by the place where they are. */
    const onMap = async (condition: object) => {
      const extent = { minx: -10, miny: -10, maxx: 200, maxy: 200, zoom: 18 };
      const body = {
        ...{ ...extent, classifiers: [trees], geometriesLoaded: [] },
        objectFilter: [{ classId: trees, ...condition }],
      };
      const found: string[] = [];
      for (const kind of ['points', 'lines', 'polygons'])
        found.push(JSON.stringify((await ask('POST', `geoms/${kind}`, 'moduleAdmin', body)).json));
      return [...found.join().matchAll(/"name":"(\d)"/g)].map(([, name]) => name).sort();
    };
    for (const [operator, value] of [
      ...[
        ['=', 'n1'],
        ['!=', 'N1'],
        ['empty', ''],
        ['notEmpty', ''],
        ['contains', '1'],
        ['in', 'S1\nB2'],
      ],
      ...[
        ['startsWith', 'b'],
        ['=', ''],
        ['!=', ''],
        ['=', 'nowhere'],
        ['>', '1'],
      ],
    ] as const) {
      const condition = { field: 'district', operator: operator as Operator, value: value ?? '' };
      const expected = all
        .filter(({ data }) => meetsCondition(data, condition, '2026-11-26'))
        .map(({ name }) => name);
      const query = `&_conditions=${encodeURIComponent(JSON.stringify([condition]))}`;
      expect(
        [(await read(query)).map(({ name }) => name), value === '' ? expected : await onMap(condition)],
        `${operator} ${value}`,
      ).toEqual([expected, expected]);
    }
  });

  test('nobody writes the value; one from before stays where it is', async () => {
    const { trees } = await setUp();
    const before = await addRow(trees, 'Oak', 'POINT(5 5)', { kind: 'oak', district: 'typed' });
    const update = await ask<Geom>('PUT', `geoms/${before}`, 'unitAdmin', {
      ...{ classId: trees, oldClassId: trees, name: 'Oak', description: 'x' },
      data: JSON.stringify({ kind: 'elm', district: 'North' }),
    });
    expect([update.status, JSON.parse(update.json.data)]).toEqual([200, { kind: 'elm', district: 'North' }]);
    expect((await dataOf(before)).data).toEqual({ kind: 'elm', district: 'typed' });
    const added = await ask<{ id: number }>('POST', 'geoms/add', 'unitAdmin', {
      ...{ classId: trees, wkt: 'POINT(25 5)', name: 'New', description: 'x' },
      data: JSON.stringify({ kind: 'ash', district: 'North' }),
    });
    expect((await dataOf(added.json.id)).data).toEqual({ kind: 'ash' });
    const set = await ask('POST', `geoms/class-objects/${trees}/field`, 'unitAdmin', {
      ...{ objects: [{ id: added.json.id, version: 1 }], field: 'district', value: 'x' },
    });
    expect(set.json.errors).toEqual([{ path: '/value', code: 'NOT_ALLOWED' }]);
    const { json } = await send<{ misfits: number }>('POST', `/${trees}/field-check`, { field: 'district' });
    expect(json.misfits).toBe(1);
  });

  test('the field of the polygons exists there, is stored there, and is followed when it is renamed or removed', async () => {
    const { trees, districts } = await setUp({ layerField: 'code' });
    const tree = await addRow(trees, 'Oak', 'POINT(5 5)');
    const save = (schema: object) =>
      put({ id: trees, name: 'Trees', layerFields: [field('kind'), { ...field('district'), schema }] });
    const refused = async (schema: object) => (await save({ type: 'liesIn', ...schema })).json.errors;
    const path = '/layerFields/1/schema';
    expect(await refused({ layer: districts, layerField: 'kode' })).toEqual([
      { path: `${path}/layerField`, code: 'UNKNOWN_FIELD' },
    ]);
    const points = await newLayer({ name: 'Points' });
    await getDatabase().db.updateTable('classifiers').set({ kinds: 3 }).where('id', '=', points).execute();
    expect(await refused({ layer: points })).toEqual([{ path: `${path}/layer`, code: 'NOT_ALLOWED' }]);
    const rename = (layerFields: object[]) => put({ id: districts, name: 'Districts', layerFields });
    expect((await rename([field('number', 'code')])).status).toBe(200);
    expect(await districtOf(tree)).toBe('N1');
    // A client that read the field under its old name keeps what is stored.
    expect((await put({ id: trees, name: 'Trees', description: 'x' })).status).toBe(200);
    expect((await rename([])).status).toBe(200);
    expect(await districtOf(tree)).toBe('North');
  });

  test('a layer whose objects lie in each other follows its own field', async () => {
    const { districts } = await setUp();
    const own = { ...field('within'), schema: { type: 'liesIn', layer: districts, layerField: 'code' } };
    expect((await put({ id: districts, name: 'D', layerFields: [field('code'), own] })).status).toBe(200);
    const itself = { ...own, schema: { ...own.schema, layerField: 'within' } };
    expect(
      (await put({ id: districts, name: 'D', layerFields: [field('code'), itself] })).json.errors,
    ).toEqual([{ path: '/layerFields/1/schema/layerField', code: 'UNKNOWN_FIELD' }]);
    const { status, json } = await put({
      ...{ id: districts, name: 'D' },
      layerFields: [field('number', 'code'), own],
    });
    expect([status, json.layerFields?.[1]?.schema?.layerField]).toEqual([200, 'number']);
  });

  test('a field that a duplicate is filtered by cannot be computed; the error names the duplicate', async () => {
    const { trees, districts } = await setUp();
    const rules = [{ field: 'kind', operator: '=', value: 'oak' }];
    const view = await send('POST', `/1/${trees}/duplicate`, {
      ...{ name: 'Oaks', id1: getWorld().roadsGroup, ruleset: { condition: 'and', rules } },
    });
    expect(view.status).toBe(201);
    await addRow(trees, 'Oak', 'POINT(5 5)', { kind: 'oak' });
    const { json: rows } = await ask<ReportPage>('GET', `geoms/class-objects/${view.json.id}`, 'moduleAdmin');
    expect(rows.items.map(({ data }) => data.district)).toEqual(['North']);
    const save = () =>
      put({
        ...{ id: trees, name: 'Trees' },
        layerFields: [{ ...field('kind'), schema: { type: 'liesIn', layer: districts } }, field('district')],
      });
    const { status, json } = await save();
    expect([status, json.error]).toEqual([409, 'FIELD_IN_VIEW_FILTER']);
    expect(json.message).toContain('Oaks');
    expect((await put({ id: view.json.id, name: 'Oaks', ruleset: null })).status).toBe(200);
    expect((await save()).status).toBe(200);
  });

  test('what a layer shows, and a field of its form, do not depend on it', async () => {
    const { trees, districts } = await setUp();
    const district = { ...field('district'), schema: { type: 'liesIn', layer: districts } };
    const rules = [{ field: 'district', operator: '=', value: 'North' }];
    const refused = await put({ id: trees, name: 'T', ruleset: { condition: 'and', rules } });
    expect(refused.json.errors).toEqual([{ path: '/ruleset/rules/0/field', code: 'NOT_ALLOWED' }]);
    const kind = { ...field('kind'), schema: { type: 'text', showIf: rules[0] } };
    const hidden = await put({ id: trees, name: 'T', layerFields: [kind, district] });
    expect(hidden.json.errors).toEqual([
      { path: '/layerFields/0/schema/showIf/field', code: 'UNKNOWN_FIELD' },
    ]);
  });
});
