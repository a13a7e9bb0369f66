import { type GeomStyle, listRuleTokens } from '@pgis/cartography';
import { companyDay, type Operator, type Ruleset } from '@pgis/conditions';
import { type ErrorBody, type Feature, limits } from '@pgis/contract';
import { addLayer, addObject, addObjects, describeOnEachDatabase, mapQuery } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listLayersById } from '../../src/layers/listLayersById.ts';
import { readPixels } from '../images/ImageWorld.ts';
import { makeObjectWorld, type ObjectWorld, type Requester } from './ObjectWorld.ts';

const solid = (color: string) => ({
  pointForm: 'circle' as const,
  pointRadius: 12,
  pointBgColor: color,
  labelEnabled: false,
});
const oakColor = [0, 0, 255];
const elseColor = [255, 0, 0];
const style: GeomStyle = {
  ...solid('rgba(255,0,0,1)'),
  labelRules: [
    { ...solid('rgba(0,0,255,1)'), rule: 'data.kind=oak' },
    { ...solid('rgba(0,255,0,1)'), rule: 'data.kind=birch' },
    { ...solid('rgba(255,0,0,1)'), rule: 'Default' },
  ],
};
const [oak = '', birch = '', notMatched = ''] = listRuleTokens(style);
/** 1 m a pixel within 2 mm. */
const zoom = Math.log2(156543.03390625);

describeOnEachDatabase('rules switched on and off, and counted', (getDatabase) => {
  let world: ObjectWorld;
  let layer = 0;
  let oakId = 0;
  let elmId = 0;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    layer = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['kind', 'age'],
      geomStyle: JSON.stringify(style),
    });
    oakId = await addObject(getDatabase(), { classId: layer, wkt: 'POINT(0 0)', data: { kind: 'Oak ' } });
    elmId = await addObject(getDatabase(), { classId: layer, wkt: 'POINT(4 0)', data: { kind: 'elm' } });
    await addObjects(getDatabase(), [
      { classId: layer, wkt: 'POINT(50 0)', data: { kind: 'oak', age: '7' } },
      { classId: layer, wkt: 'POINT(60 0)', data: {} },
      { classId: layer, wkt: 'POINT(70 0)', data: { kind: 'birch' }, isPublic: false },
    ]);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const count = async (id = layer, query = '', requester: Requester = 'visitor') => {
    const { json } = await world.t.call<{ rule: string; count: number }[]>({
      url: `/api/v1/classifiers/${id}/rule-counts${query}`,
      headers: world.headersOf(requester),
    });
    return Object.fromEntries(json.map((one) => [one.rule, one.count]));
  };
  const nearest = async (hiddenRules: object | null, x = 0, classifiers = [layer]) =>
    (
      await world.t.call<{ data: { id: number; geom: string } | null } & ErrorBody>({
        method: 'POST',
        url: '/api/v1/geoms/nearestgeom',
        headers: {},
        payload: { x, y: 0, zoom, classifiers, hiddenRules },
      })
    ).json;
  const draw = async (query: Record<string, string>) => {
    const answer = await world.t.app.inject({
      url: `/api/v1/proxy/wmsLayers/${layer}`,
      query: mapQuery(`${layer}_points`, [-10, -10, 10, 10], {
        TRANSPARENT: 'FALSE',
        EXCEPTIONS: 'application/json',
        ...query,
      }),
    });
    if (answer.statusCode !== 200) return answer.json<ErrorBody>();
    const { at } = await readPixels(answer.rawPayload);
    return { oak: at(50, 50), elm: at(70, 50) };
  };

  test('LIST-06: a rule with conditions draws, is counted and is switched off by what they mean', async () => {
    const all = (...rules: [field: string, operator: Operator, value: string][]): Ruleset => ({
      condition: 'and',
      rules: rules.map(([field, operator, value]) => ({ field, operator, value })),
    });
    const dated: GeomStyle = {
      ...solid('rgba(255,0,0,1)'),
      labelRules: [
        {
          ...solid('rgba(0,0,255,1)'),
          rule: 'data.kind=new',
          ruleConditions: all(['kind', 'startsWith', 'OA'], ['felled', 'lastDays', '7']),
        },
        { ...solid('rgba(0,255,0,1)'), rule: 'data.age=tall', ruleConditions: all(['age', '>', '12,5']) },
      ],
    };
    const [recent = '', tall = '', others = ''] = listRuleTokens(dated);
    const id = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['kind', 'age', 'felled'],
      geomStyle: JSON.stringify(dated),
    });
    const felled = `${companyDay(new Date())}T09:30`;
    await addObjects(getDatabase(), [
      { classId: id, wkt: 'POINT(0 0)', data: { kind: 'Oak', age: '20', felled } },
      { classId: id, wkt: 'POINT(4 0)', data: { kind: 'oak', age: '13', felled: '2020-01-01' } },
      { classId: id, wkt: 'POINT(50 0)', data: { kind: 'oak', age: '12,5' } },
    ]);
    expect(await count(id)).toEqual({ [recent]: 1, [tall]: 1, [others]: 1 });
    const at = async (hidden: string[], x: number) =>
      (await nearest([{ classId: id, rules: hidden }], x, [id])).data?.geom;
    expect(await at([], 1)).toBe('POINT(0 0)');
    expect(await at([recent], 1)).toBe('POINT(4 0)');
    const image = await world.t.app.inject({
      url: `/api/v1/proxy/wmsLayers/${id}`,
      query: mapQuery(`${id}_points`, [-10, -10, 10, 10], { TRANSPARENT: 'FALSE' }),
    });
    const pixels = await readPixels(image.rawPayload);
    expect(pixels.at(40, 50)).toEqual([0, 0, 255, 255]);
    expect(pixels.at(80, 50)).toEqual([0, 255, 0, 255]);
    // Keys of cached images hold the style as it is read, so they change at midnight in Riga.
    const styleAt = async (now: string) => {
      vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
      const [read] = await listLayersById(getDatabase().db, [id]).finally(() => vi.useRealTimers());
      return read?.geomStyle;
    };
    expect(await styleAt('2026-11-26T21:59:59Z')).toContain('"value":"2026-11-19\\n2026-11-26"');
    expect(await styleAt('2026-11-26T22:00:00Z')).toContain('"value":"2026-11-20\\n2026-11-27"');
  });

  test('counts of what each rule draws, with what none matches, of the objects the reader may see', async () => {
    expect(await count()).toEqual({ [oak]: 2, [notMatched]: 2 });
    expect(await count(layer, '', 'reader')).toEqual({ [oak]: 2, [birch]: 1, [notMatched]: 2 });
    expect(await count(layer, `?_class=${layer}&_field=age&_value=7`)).toEqual({ [oak]: 1 });
    const missing = await world.t.call<ErrorBody>({ url: '/api/v1/classifiers/99/rule-counts', headers: {} });
    expect([missing.status, missing.json.error]).toEqual([404, 'NOT_FOUND']);
    const wrong = await world.t.call<ErrorBody>({
      url: `/api/v1/classifiers/${layer}/rule-counts?_class=${layer}&_field=nowhere&_value=7`,
      headers: {},
    });
    expect([wrong.status, wrong.json.error]).toEqual([400, 'UNKNOWN_FIELD']);
  });

  test('D-CLS-14 D-CLS-06: classes of a theme are counted, within the filter of the layer', async () => {
    const theme: GeomStyle = { theme: 'bonity' };
    const stands = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['bon', 'state'],
      geomStyle: JSON.stringify(theme),
      ruleset: { condition: 'and', rules: [{ field: 'state', operator: '!=', value: 'felled' }] },
    });
    await addObjects(getDatabase(), [
      { classId: stands, data: { bon: 2 } },
      { classId: stands, data: { bon: '2' } },
      { classId: stands, data: { bon: '2', state: 'Felled' } },
      { classId: stands, data: { bon: 'x' } },
    ]);
    const tokens = listRuleTokens(theme);
    expect(await count(stands)).toEqual({ [tokens[2] ?? '']: 2, [tokens.at(-1) ?? '']: 1 });
    const plain = await addLayer(getDatabase(), { groupId: world.roadsGroup, fields: [] });
    await addObject(getDatabase(), { classId: plain });
    expect(Object.values(await count(plain))).toEqual([1]);
  });

  test('API-GEOM-06 D-OBJ-03: what is switched off is not found, however near it lies', async () => {
    const hide = (...rules: string[]) => [{ classId: layer, rules }];
    expect((await nearest(null)).data?.id).toBe(oakId);
    const found = (await nearest(hide(oak))).data;
    expect(found).toMatchObject({ id: elmId, geom: 'POINT(4 0)' });
    expect((await nearest(hide(oak, notMatched))).data).toBeNull();
    expect((await nearest([{ classId: layer + 1, rules: [oak] }])).data?.id).toBe(oakId);
    expect((await nearest(hide('NOT A TOKEN'))).error).toBe('VALIDATION');
    const max = Array.from({ length: limits.hiddenRules }, (_, i) => i.toString(36));
    expect((await nearest(hide(...max))).data?.id).toBe(oakId);
    expect((await nearest(hide(...max, 'zz'))).errors).toContainEqual({
      path: '/hiddenRules/0/rules',
      code: 'TOO_MANY',
    });
  });

  test('API-GEOM-14: the limit of a list counts what is drawn, whatever was switched off before it', async () => {
    const birches = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['kind'],
      geomStyle: JSON.stringify(style),
    });
    const add = (kind: string, number: number) =>
      addObjects(
        getDatabase(),
        Array.from({ length: number }, () => ({ classId: birches, wkt: 'POINT(0 0)', data: { kind } })),
      );
    const list = async (hiddenRules: object | null, requester: Requester = 'visitor') => {
      const { json } = await world.t.call<(Feature & { readonly data: { readonly kind: string } })[]>({
        method: 'POST',
        url: '/api/v1/geoms/features',
        headers: world.headersOf(requester),
        payload: { minx: -9, miny: -9, maxx: 9, maxy: 9, zoom, classifiers: [birches, layer], hiddenRules },
      });
      return json;
    };
    await add('oak', limits.featuresRows);
    const rest = [...(await add('elm', 3)), ...(await add('birch', 2))];
    const hide = (...rules: string[]) => [{ classId: birches, rules }];

    const all = await list(null);
    expect(all.every(({ data }) => data.kind === 'oak')).toBe(true);
    expect(all).toHaveLength(limits.featuresRows);
    expect((await list(hide(oak))).map(({ id }) => id)).toEqual([...rest, oakId, elmId]);
    expect((await list(hide(oak, notMatched))).map(({ id }) => id)).toEqual([...rest.slice(3), oakId, elmId]);
    expect((await list(hide(oak, birch, notMatched))).map(({ id }) => id)).toEqual([oakId, elmId]);
    // The limit holds for what is left, and other layers keep theirs.
    expect(await list(hide(birch))).toHaveLength(limits.featuresRows);
    const others = await list([{ classId: layer, rules: [oak] }]);
    expect(others.every(({ layerId }) => layerId === birches)).toBe(true);
  });

  test('API-WMS-01: an image leaves out what is switched off', async () => {
    const both = await draw({});
    expect(both).toEqual({ oak: [...oakColor, 255], elm: [...elseColor, 255] });
    expect(await draw({ _hide: oak })).toMatchObject({ elm: [...elseColor, 255] });
    expect(await draw({ _hide: oak })).not.toMatchObject({ oak: [...oakColor, 255] });
    expect(await draw({ _hide: `${oak},${notMatched}` })).toEqual({
      oak: [255, 255, 255, 255],
      elm: [255, 255, 255, 255],
    });
    expect(await draw({ _hide: '' })).toEqual(both);
    for (const bad of [
      'A',
      'a,,b',
      'a;b',
      '12345678',
      Array(limits.hiddenRules + 1)
        .fill('a')
        .join(),
    ])
      expect(await draw({ _hide: bad })).toMatchObject({
        error: 'IMAGE_REQUEST',
        errors: [{ path: 'query/_HIDE', code: 'NOT_ALLOWED' }],
      });
  });
});
