import type { FieldSchema, InputHint, LayerField, LayerFieldChange, ListValue } from '@pgis/contract';
import { describe, expect, test } from 'vitest';
import {
  leftToMove,
  moveInDensity,
  moveInRuleset,
  movesKeys,
  type PlannedFields,
  planFieldChanges,
} from './planFieldChanges.ts';

const stored = (...names: string[]): LayerField[] => names.map((name) => ({ name, type: 'text' }));
const change = (name: string, oldValue?: string) => ({
  name,
  type: 'text' as const,
  ...(oldValue !== undefined && { oldValue }),
});
const planOf = (planned: PlannedFields) => {
  if (!('plan' in planned)) throw new Error(JSON.stringify(planned.problems));
  const { fields, renamed, removed } = planned.plan;
  return { fields: fields.map(({ name }) => name), renamed: [...renamed], removed: [...removed] };
};
const problemsOf = (planned: PlannedFields) => planned.problems.map(({ path, code }) => `${path} ${code}`);

describe('FIELD-09 D-CLS-08: a field continues the stored one', () => {
  test.each([
    ['that has its name', [change(' state ')], { fields: ['state'], renamed: [], removed: ['kind'] }],
    [
      'that its old value names',
      [change('kind'), change('condition', 'state')],
      { fields: ['kind', 'condition'], renamed: [['state', 'condition']], removed: [] },
    ],
    [
      'by an old value that is its name',
      [change('state', 'state'), change('kind', '')],
      { fields: ['state', 'kind'], renamed: [], removed: [] },
    ],
    [
      'or none, when it is new',
      [change('age', 'new_field'), change('state'), change('kind')],
      { fields: ['age', 'state', 'kind'], renamed: [], removed: [] },
    ],
    [
      'also when two swap their names',
      [change('state', 'kind'), change('kind', 'state')],
      {
        fields: ['state', 'kind'],
        renamed: [
          ['kind', 'state'],
          ['state', 'kind'],
        ],
        removed: [],
      },
    ],
    ['and an empty list continues none', [], { fields: [], renamed: [], removed: ['state', 'kind'] }],
  ])('%s', (_, changes, expected) => {
    expect(planOf(planFieldChanges(stored('state', 'kind'), changes))).toEqual(expected);
  });

  test('a stored field that is itself called new_field is renamed, unless another continues it', () => {
    expect(planOf(planFieldChanges(stored('new_field'), [change('age', 'new_field')]))).toEqual({
      fields: ['age'],
      renamed: [['new_field', 'age']],
      removed: [],
    });
    const moved = [change('age', 'new_field'), change('new_field', 'state')];
    expect(planOf(planFieldChanges(stored('new_field', 'state'), moved))).toEqual({
      fields: ['age', 'new_field'],
      renamed: [
        ['new_field', 'age'],
        ['state', 'new_field'],
      ],
      removed: [],
    });
    const both = [change('age', 'new_field'), change('new_field')];
    expect(planOf(planFieldChanges(stored('new_field'), both))).toEqual({
      fields: ['age', 'new_field'],
      renamed: [],
      removed: [],
    });
  });
});

test('D-CLS-19: a hint is stored when it says something', () => {
  const hintOf = (hint?: InputHint) => {
    const planned = planFieldChanges([], [{ ...change('age', 'new_field'), ...(hint && { hint }) }]);
    return 'plan' in planned ? planned.plan.fields[0] : undefined;
  };
  const plain = { name: 'age', type: 'text' };
  for (const nothing of [undefined, {}, { help: '' }, { help: '  ' }]) expect(hintOf(nothing)).toEqual(plain);
  const kind = 'number';
  for (const hint of [{ kind }, { help: 'Years' }, { kind, help: 'Years' }] as const)
    expect(hintOf(hint)).toEqual({ ...plain, hint });
});

describe('D-CLS-08: the schema of a field', () => {
  const integer: FieldSchema = { type: 'integer' };
  const fieldsOf = (before: readonly LayerField[], changes: readonly LayerFieldChange[]) => {
    const planned = planFieldChanges(before, changes);
    return 'plan' in planned ? planned.plan.fields : problemsOf(planned);
  };

  test('stays when none is sent, also under a new name, is replaced by one, and goes with null', () => {
    const before: LayerField[] = [{ name: 'age', type: 'text', schema: integer }];
    const sent = { name: 'years', type: 'text', oldValue: 'age' } as const;
    const years = { name: 'years', type: 'text' };
    expect(fieldsOf(before, [sent])).toEqual([{ ...years, schema: integer }]);
    const decimal: FieldSchema = { type: 'decimal', min: ' 0,5' };
    expect(fieldsOf(before, [{ ...sent, schema: decimal }])).toEqual([
      { ...years, schema: { type: 'decimal', min: '0.5' } },
    ]);
    expect(fieldsOf(before, [{ ...sent, schema: null }])).toEqual([years]);
    expect(fieldsOf(before, [{ ...sent, schema: { ...integer, min: 'x' } }])).toEqual([
      '/layerFields/0/schema/min WRONG_FORMAT',
    ]);
  });

  test('keeps the names of the values of a list that are sent without any', () => {
    const oak = { value: 'oak', names: { lv: 'Ozols' } };
    const before: LayerField[] = [{ name: 'kind', type: 'text', schema: { type: 'list', values: [oak] } }];
    const valuesOf = (...values: ListValue[]) => {
      const [field] = fieldsOf(before, [{ ...change('sort', 'kind'), schema: { type: 'list', values } }]);
      return (field as LayerField).schema?.values;
    };
    expect(valuesOf({ value: 'ash' }, { value: ' oak' })).toEqual([{ value: 'ash' }, oak]);
    expect(valuesOf({ value: 'oak', names: {} })).toEqual([{ value: 'oak' }]);
  });

  const isOak = { field: 'kind', operator: '=', value: 'oak' } as const;
  const conditional: LayerField = { name: 'age', type: 'text', schema: { ...integer, showIf: isOak } };
  const before = [...stored('kind'), conditional];
  const age = change('age');

  test.each<[string, readonly LayerFieldChange[], unknown]>([
    ['stays with the field that it names', [age, change('kind')], { ...integer, showIf: isOak }],
    [
      'follows its new name',
      [age, change('sort', 'kind')],
      { ...integer, showIf: { ...isOak, field: 'sort' } },
    ],
    ['goes with that field', [age], integer],
    [
      'means the new name when it is sent with one',
      [{ ...age, schema: { ...integer, showIf: { ...isOak, field: 'sort' } } }, change('sort', 'kind')],
      { ...integer, showIf: { ...isOak, field: 'sort' } },
    ],
  ])('has a condition that %s', (_, changes, schema) => {
    expect(fieldsOf(before, changes)[0]).toEqual({ name: 'age', type: 'text', schema });
  });

  test.each(['age', 'colour'])('has no condition on %s: it names another field of the layer', (field) => {
    const schema = { ...integer, showIf: { ...isOak, field } };
    expect(fieldsOf(before, [change('kind'), { ...age, schema }])).toEqual([
      '/layerFields/1/schema/showIf/field UNKNOWN_FIELD',
    ]);
  });
});

test.each([
  ['an old value that is no field', [change('age', 'years')], ['/layerFields/0/oldValue UNKNOWN_FIELD']],
  [
    'a name without characters',
    [change('state'), change('  ', 'new_field')],
    ['/layerFields/1/name REQUIRED'],
  ],
  ['a name that rules cannot say', [change('a=b', 'state')], ['/layerFields/0/name FIELD_NAME']],
  [
    'a name twice, whatever its case',
    [change('State', 'new_field'), change('state')],
    ['/layerFields/1/name DUPLICATE'],
  ],
  [
    'one stored field continued twice',
    [change('a', 'state'), change('b', 'state')],
    ['/layerFields/1/oldValue DUPLICATE'],
  ],
  [
    'each by itself',
    [change('x', 'years'), change('_y', 'new_field'), change('state'), change('STATE', 'state')],
    [
      '/layerFields/0/oldValue UNKNOWN_FIELD',
      '/layerFields/1/name FIELD_NAME',
      '/layerFields/3/name DUPLICATE',
      '/layerFields/3/oldValue DUPLICATE',
    ],
  ],
])('D-CLS-08: refused is %s', (_, changes, problems) => {
  expect(problemsOf(planFieldChanges(stored('state', 'kind'), changes))).toEqual(problems);
});

test('D-CLS-08: a stored name stays even if it would be refused today', () => {
  expect(planOf(planFieldChanges(stored('a=b'), [change('a=b')])).fields).toEqual(['a=b']);
});

const moves = (renamed: readonly (readonly [string, string])[], removed: readonly string[] = []) => ({
  renamed: new Map(renamed),
  removed: new Set(removed),
});

test('D-CLS-08: names of the new list are meant as they are in what was edited with it', () => {
  const plan = {
    ...moves(
      [
        ['a', 'b'],
        ['b', 'a'],
        ['old', 'new'],
      ],
      ['gone', 'a'],
    ),
    fields: stored('a', 'b', 'new'),
  };
  expect(leftToMove(plan)).toEqual(moves([['old', 'new']], ['gone']));
});

test('D-CLS-08: a filter follows its fields and loses the rules on removed ones', () => {
  const rule = (field: string) => ({ field, operator: '=' as const, value: 'x' });
  const ruleset = { condition: 'or' as const, rules: [rule('a'), rule('gone'), rule('c')] };
  expect(moveInRuleset(ruleset, moves([['a', 'b']], ['gone']))).toEqual({
    condition: 'or',
    rules: [rule('b'), rule('c')],
  });
  expect(moveInRuleset(null, moves([['a', 'b']]))).toBeNull();
  expect([moves([]), moves([['a', 'b']]), moves([], ['a'])].map(movesKeys)).toEqual([false, true, true]);
});

test('D-CLS-08: a heat map follows the field that it weighs by, and weighs alike without it', () => {
  const heat = { kind: 'heat', weight: 'field', weightField: 'a', zoomTo: 9 } as const;
  expect(moveInDensity(heat, moves([['a', 'b']]))).toEqual({ ...heat, weightField: 'b' });
  expect(moveInDensity(heat, moves([['c', 'd']], ['c']))).toEqual(heat);
  expect(moveInDensity(heat, moves([], ['a']))).toEqual({ kind: 'heat', zoomTo: 9 });
  const byVotes = { kind: 'heat', weight: 'votes' } as const;
  expect(moveInDensity(byVotes, moves([], ['a']))).toEqual(byVotes);
});
