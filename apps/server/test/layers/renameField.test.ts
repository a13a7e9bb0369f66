import { listRuleTokens, parseGeomStyle } from '@pgis/cartography';
import type { Classifier, ErrorBody } from '@pgis/contract';
import { addLayer, addObject, addObjects, describeOnEachDatabase, readLayerView } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

const solid = (color: string) => ({
  fillColor: color,
  lineColor: color,
  pointForm: 'circle',
  pointRadius: 9,
  pointBgColor: color,
  objLabel: '{data.species}',
  labelSize: 12,
});
const geomStyle = JSON.stringify({
  ...solid('rgba(255,0,0,1)'),
  labelRules: [
    { ...solid('rgba(0,0,255,1)'), rule: 'data.species=oak' },
    { ...solid('rgba(0,160,0,1)'), rule: 'data.species=pine' },
    { ...solid('rgba(255,0,0,1)'), rule: 'Default' },
  ],
});
/** In this style only the rules name the field. */
const unlabelled = geomStyle.replaceAll('"objLabel":"{data.species}",', '');
const square = (x: number) => `POLYGON((${x} 50,${x + 20} 50,${x + 20} 70,${x} 70,${x} 50))`;

describeOnEachDatabase('renaming a field', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const put = (body: object) =>
    world.t.call<Classifier & ErrorBody>({
      method: 'PUT',
      url: '/api/v1/classifiers/1',
      headers: world.headersOf('unitAdmin'),
      payload: body,
    });
  const newLayer = (fields: readonly string[]) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, fields: [...fields] });
  const oldLayer = (fields: readonly string[]) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, legacy: { fields } });
  const field = (name: string, oldValue = '') => ({ name, type: 'text' as const, oldValue });
  const stored = async (id: number) =>
    (
      await world.t.call<Classifier>({
        url: `/api/v1/classifiers/single/${id}`,
        headers: world.headersOf('unitAdmin'),
      })
    ).json;
  const dataOf = async (id: number) =>
    (await getDatabase().db.selectFrom('geoms').select('data').where('id', '=', id).executeTakeFirstOrThrow())
      .data;

  test('D-CLS-08 D-CLS-06: map, image, counts, extents, labels and filters show right afterwards what they showed before', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['species', 'age'],
      geomStyle,
      ruleset: { condition: 'and', rules: [{ field: 'species', operator: '!=', value: 'felled' }] },
    });
    const held = ['oak', 'Pine ', 'elm', 'felled', 'oakwood', 7, true, null];
    await addObjects(getDatabase(), [
      ...held.map((species, index) => ({
        classId: layerId,
        wkt: `POINT(${index * 12} ${index})`,
        data: { species, age: index, stray: 'kept' },
      })),
      { classId: layerId, wkt: square(0), data: { species: 'oak' } },
      { classId: layerId, wkt: square(40), data: { age: 3 } },
      { classId: layerId, wkt: 'LINESTRING(0 90,90 90)', data: { species: 'pine' } },
    ]);
    const view = (name: string) =>
      readLayerView(getDatabase(), world.t, {
        layerId,
        field: name,
        value: 'oa',
        extent: [-10, -10, 110, 110],
        near: [-10, -10, 110, 110],
        headers: world.headersOf('reader'),
      });
    const before = await view('species');
    // The comparison is not empty: one object is felled, three hold `oa`.
    expect(before.ruleCounts).toEqual([2, 2, 6]);
    expect(before.filteredCounts).toEqual([2, 0, 1]);
    expect(before.loaded.points?.features).toHaveLength(7);
    expect(before.filtered.points?.features).toHaveLength(2);
    expect(before.filteredExtent).not.toEqual(before.extent);

    const layerFields = [field('tree kind', 'species'), field('age')];
    const saved = await put({ id: layerId, name: 'Trees', layerFields });
    expect([saved.status, saved.json.layerFields?.[0]?.name]).toEqual([200, 'tree kind']);
    expect(await view('tree kind')).toEqual(before);
    // The check can fail: nothing is left under the old name.
    const missing = await world.t.call<ErrorBody>({
      url: `/api/v1/geoms/extent/${layerId}?_class=${layerId}&_field=species&_value=oak`,
      headers: world.headersOf('reader'),
    });
    expect(missing.json.error).toBe('UNKNOWN_FIELD');
  });

  test('RULE-16 D-CLS-08: what a reader has switched off in a legend stays off under the new name, also in views', async () => {
    const layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['species'],
      geomStyle: unlabelled,
    });
    await addObjects(getDatabase(), [
      { classId: layerId, wkt: 'POINT(0 0)', data: { species: 'oak' } },
      { classId: layerId, wkt: 'POINT(3 0)', data: { species: 'pine' } },
    ]);
    const { json: view } = await world.t.call<Classifier>({
      method: 'POST',
      url: `/api/v1/classifiers/1/${layerId}/duplicate`,
      headers: world.headersOf('unitAdmin'),
      payload: { id1: world.roadsGroup, name: 'View', description: 'V', geomStyle: unlabelled },
    });
    const hidden = listRuleTokens(parseGeomStyle(unlabelled).style).slice(0, 1);
    const statesOf = async (id: number) => {
      const counts = await world.t.call<{ rule: string }[]>({
        url: `/api/v1/classifiers/${id}/rule-counts`,
        headers: world.headersOf('reader'),
      });
      const nearest = await world.t.call<{ data: { geom: string } | null }>({
        method: 'POST',
        url: '/api/v1/geoms/nearestgeom',
        headers: world.headersOf('reader'),
        payload: { x: 0, y: 0, zoom: 17, classifiers: [id], hiddenRules: [{ classId: id, rules: hidden }] },
      });
      return [counts.json.map(({ rule }) => rule).toSorted(), nearest.json.data?.geom];
    };
    const before = [await statesOf(layerId), await statesOf(view.id)];
    expect(before[0]).toEqual([expect.arrayContaining(hidden), 'POINT(3 0)']);
    const { version } = await stored(layerId);
    const renamed = await put({
      id: layerId,
      name: 'Trees',
      version,
      layerFields: [field('tree', 'species')],
    });
    expect(renamed.status, renamed.text).toBe(200);
    expect([await statesOf(layerId), await statesOf(view.id)]).toEqual(before);
  });

  test('D-CLS-08: a new name that objects use for something else is refused, and nothing is written over', async () => {
    const id = await newLayer(['a', 'b']);
    const held = await addObject(getDatabase(), { classId: id, data: { a: 1, b: 2, stray: 'mine' } });
    const refused = await put({ id, name: 'L', layerFields: [field('b'), field('stray', 'a')] });
    expect(refused.status).toBe(400);
    expect(refused.json.errors).toEqual([{ path: '/layerFields/1/name', code: 'HOLDS_VALUES' }]);
    expect(await dataOf(held)).toEqual({ a: 1, b: 2, stray: 'mine' });

    // Adding a field of that name brings the stored values back, and the field can be removed again.
    const renamed = await put({
      id,
      name: 'L',
      layerFields: [field('a'), field('b'), field('stray', 'new_field')],
    });
    expect(renamed.status).toBe(200);
    const replaced = await put({ id, name: 'L', layerFields: [field('b'), field('stray', 'a')] });
    expect(replaced.status).toBe(200);
    expect(await dataOf(held)).toEqual({ b: 2, stray: 1 });

    // No value is lost where both fields agree or the other is empty.
    const same = await newLayer(['a']);
    const [one = 0, two = 0] = await addObjects(getDatabase(), [
      { classId: same, data: { a: 'x', c: ' ' } },
      { classId: same, data: { a: 'x', c: 'x' } },
    ]);
    expect((await put({ id: same, name: 'L', layerFields: [field('c', 'a')] })).status).toBe(200);
    expect([await dataOf(one), await dataOf(two)]).toEqual([{ c: 'x' }, { c: 'x' }]);
  });

  test('D-CLS-08: no new name ends where a rule or a label divides; those that are there stay readable', async () => {
    const id = await oldLayer(['a=b', '{c}', 'd']);
    const object = await addObject(getDatabase(), { classId: id, data: { 'a=b': 1, '{c}': 2 } });
    for (const name of ['x=y', 'x{', '}x', '=', '_x']) {
      const { status, json } = await put({ id, name: 'L', layerFields: [field('a=b'), field(name, 'd')] });
      expect([name, status, json.errors]).toEqual([
        name,
        400,
        [{ path: '/layerFields/1/name', code: 'FIELD_NAME' }],
      ]);
      const added = await put({ id, name: 'L', layerFields: [field(name, 'new_field')] });
      expect(added.json.errors).toEqual([{ path: '/layerFields/0/name', code: 'FIELD_NAME' }]);
    }
    const answer = await put({
      id,
      name: 'L',
      layerFields: [field('a=b'), field('{c}'), field('d')],
      zIndex: 3,
    });
    expect([answer.status, answer.json.layerFields?.map(({ name }) => name)]).toEqual([
      200,
      ['a=b', '{c}', 'd'],
    ]);
    expect((await put({ id, name: 'L', layerFields: [field('a', 'a=b'), field('c', '{c}')] })).status).toBe(
      200,
    );
    expect(await dataOf(object)).toEqual({ a: 1, c: 2 });
  });

  test('D-CLS-09: no rules are made for a field that rules cannot name', async () => {
    const id = await oldLayer(['a=b']);
    await addObject(getDatabase(), { classId: id, data: { 'a=b': 1 } });
    for (const call of ['generate-style', 'refresh-style']) {
      const { status, json } = await world.t.call<ErrorBody>({
        method: 'POST',
        url: `/api/v1/classifiers/${id}/${call}/${encodeURIComponent('a=b')}`,
        headers: world.headersOf('unitAdmin'),
        payload: {},
      });
      expect([status, json.errors]).toEqual([400, [{ path: 'path/ruleKey', code: 'FIELD_NAME' }]]);
    }
    const { status, json } = await world.t.call<ErrorBody>({
      method: 'GET',
      url: `/api/v1/classifiers/${id}/field-values?field=${encodeURIComponent('a=b')}`,
      headers: world.headersOf('unitAdmin'),
    });
    expect([status, json.errors]).toEqual([400, [{ path: 'query/field', code: 'FIELD_NAME' }]]);
  });
});
