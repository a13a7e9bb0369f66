import { addObject, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeLoadCalls } from './makeLoadCalls.ts';
import { makeObjectWorld, type ObjectWorld } from './ObjectWorld.ts';

describeOnEachDatabase('rulesets, filters and labels of loaded objects', (getDatabase) => {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const { post, newLayer, idsOf } = makeLoadCalls(getDatabase, () => world);

  const states = ['  BAD ', 'good', '', undefined];
  const withStates = async (layerId: number) =>
    addObjects(
      getDatabase(),
      states.map((state) => ({ classId: layerId, ...(state !== undefined && { data: { state } }) })),
    );
  test.each([
    ['and', [['state', '=', 'bad']], [0]],
    ['and', [['state', '!=', 'bad']], [1, 2, 3]],
    ['and', [['state', '=', '']], [2, 3]],
    [
      'or',
      [
        ['state', '=', ' Bad'],
        ['state', '=', 'GOOD'],
      ],
      [0, 1],
    ],
    [
      'and',
      [
        ['state', '!=', 'bad'],
        ['state', '!=', ''],
      ],
      [1],
    ],
    ['and', [], [0, 1, 2, 3]],
  ] as const)('D-CLS-06: ruleset %s %j shows the objects %j', async (condition, rules, expected) => {
    const ruleset = {
      condition,
      rules: rules.map(([field, operator, value]) => ({ field, operator, value })),
    };
    const layerId = await newLayer({ fields: ['state'], ruleset });
    const ids = await withStates(layerId);
    const { json } = await post('points', { classifiers: [layerId] });
    expect(idsOf(json)).toEqual(expected.map((index) => ids[index]));
  });

  test.each([
    ['BA', [0]],
    ['o', [1]],
    [' od ', [1]],
    ['%', []],
    ['_', []],
  ] as const)('D-OBJ-14: the filter %j finds what contains it, in any case', async (value, expected) => {
    const layerId = await newLayer({ fields: ['state'] });
    const ids = await withStates(layerId);
    const objectFilter = [{ classId: layerId, field: 'state', value }];
    const { json } = await post('points', { classifiers: [layerId], objectFilter });
    expect(idsOf(json)).toEqual(expected.map((index) => ids[index]));
  });

  test('D-OBJ-14: a filter narrows its own layer only', async () => {
    const [a, b] = [await newLayer({ fields: ['state'] }), await newLayer({ fields: ['state'] })];
    const [goodA] = await addObjects(getDatabase(), [
      { classId: a, data: { state: 'good' } },
      { classId: a, data: { state: 'bad' } },
    ]);
    const badB = await addObject(getDatabase(), { classId: b, data: { state: 'bad' } });
    const objectFilter = [{ classId: a, field: 'state', value: 'good' }];
    const { json } = await post('points', { classifiers: [a, b], objectFilter });
    expect(idsOf(json)).toEqual([goodA, badB]);
  });

  test.each(['points', 'features'])(
    'D-OBJ-14: %s with a field that the layer does not have is 400',
    async (call) => {
      const layerId = await newLayer({ fields: ['state'] });
      const objectFilter = [
        { classId: layerId, field: 'state', value: 'x' },
        { classId: layerId, field: 'State', value: 'x' },
      ];
      const { status, json } = await post(call, { classifiers: [layerId], objectFilter });
      expect([status, json.error, json.errors]).toEqual([
        400,
        'UNKNOWN_FIELD',
        [{ path: '/objectFilter/1/field', code: 'UNKNOWN_FIELD' }],
      ]);
    },
  );

  test('a field name is a value and never SQL', async () => {
    const field = `a' || (SELECT 1/0) || 'b"->>`;
    const layerId = await newLayer({
      fields: [field],
      geomStyle: JSON.stringify({ objLabel: `{data.${field}}` }),
    });
    const id = await addObject(getDatabase(), { classId: layerId, data: { [field]: 'Value' } });
    const objectFilter = [{ classId: layerId, field, value: 'val' }];
    const { status, json } = await post('points', { classifiers: [layerId], objectFilter });
    expect([status, idsOf(json), json.features[0]?.objectMapLabel]).toEqual([200, [id], 'Value']);
  });

  test.each([
    [{}, ''],
    [{ objLabel: '{name} / {description} / {data.no}' }, 'Address / Topic / 7'],
    [{ objLabel: ' {data.missing} ' }, ''],
    [{ objLabel: 'top', labelRules: [{ rule: 'Default', objLabel: 'default {data.no}' }] }, 'default 7'],
    [{ objLabel: 'top', labelRules: [{ rule: 'data.state=BAD', objLabel: 'rule {data.no}' }] }, 'rule 7'],
    [{ objLabel: 'top', labelRules: [{ rule: 'data.state=good', objLabel: 'rule' }] }, 'top'],
    [
      {
        objLabel: 'top',
        labelRules: [
          { rule: 'data.other', objLabel: 'first' },
          { rule: 'data.state=bad', objLabel: 'second' },
        ],
      },
      'first',
    ],
    [
      { objLabel: 'top', theme: 'species', labelRules: [{ rule: 'data.state=bad', objLabel: 'rule' }] },
      'top',
    ],
  ])('D-STYLE-01 D-CLS-10: the style %j labels the object %j', async (style, label) => {
    const layerId = await newLayer({ fields: ['state', 'no'], geomStyle: JSON.stringify(style) });
    await addObject(getDatabase(), { classId: layerId, data: { state: ' bad', no: 7 } });
    const { json } = await post('points', { classifiers: [layerId] });
    expect(json.features[0]?.objectMapLabel).toBe(label);
  });
});
