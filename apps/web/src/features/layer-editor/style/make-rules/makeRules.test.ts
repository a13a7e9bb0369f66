import type { GeomStyle, Rgba } from '@pgis/cartography';
import { compileRules } from '@pgis/cartography';
import { describe, expect, test } from 'vitest';
import { openStyle, type StyleDraft } from '../draft/StyleDraft.ts';
import { addInOrder, arrangeRules, listValueRows, toRangeRules, toValueRule } from './makeRules.ts';

const red: Rgba = [200, 0, 0, 1];
const blue: Rgba = [0, 0, 200, 1];
const unnamed = { present: [], typedNames: new Map<number, string>(), language: 'en' } as const;
const counted = {
  empty: 3,
  values: [
    { value: '10', count: 9 },
    { value: '9,5', count: 5 },
    { value: '100', count: 5 },
  ],
};

test('rows say which values have a rule, compared as rules compare; objects without a value come last', () => {
  const rules: GeomStyle[] = [{ rule: 'data.kind= 10 ' }, { rule: 'data.other=100' }];
  const rows = listValueRows(counted, { field: 'kind', rules, order: 'frequent' });
  expect(rows.map(({ value, count, known }) => [value, count, known?.rule])).toEqual([
    ['10', 9, 'data.kind= 10 '],
    ['9,5', 5, undefined],
    ['100', 5, undefined],
    ['', 3, undefined],
  ]);
  const inOrder = listValueRows(counted, { field: 'kind', rules, order: 'value' });
  expect(inOrder.map(({ value }) => value)).toEqual(['9,5', '10', '100', '']);
});

test('RULE-05: a rule for a value is Default in another colour', () => {
  const fallback = { lineWidth: 4, fillColor: 'rgba(9,9,9,0.5)', theme: 'none' as const };
  expect(toValueRule({ field: 'kind', value: ' oak ' }, { fallback, color: red })).toMatchObject({
    rule: 'data.kind=oak',
    lineWidth: 4,
    fillColor: 'rgba(200,0,0,0.5)',
    lineColor: 'rgba(200,0,0,1)',
  });
  expect(toValueRule({ field: 'kind', value: '' }, { fallback, color: red })).not.toHaveProperty('theme');
  expect(toValueRule({ field: 'kind', value: '' }, { fallback, color: red }).rule).toBe('data.kind');
});

test('ranges have the bounds in their names; only the last one includes its end', () => {
  const labelRules = toRangeRules([0, 1.5, 3], {
    ...unnamed,
    field: 'age',
    fallback: { lineWidth: 2 },
    colors: [red, blue],
    format: (value) => String(value).replace('.', ','),
  });
  expect(labelRules.map(({ rule, ruleRange, lineColor }) => [rule, ruleRange, lineColor])).toEqual([
    ['data.age=0–1,5', '[0,1.5)', 'rgba(200,0,0,1)'],
    ['data.age=1,5–3', '[1.5,3]', 'rgba(0,0,200,1)'],
  ]);
  const choose = compileRules({ labelRules });
  expect([0, 1.4, 1.5, 3, 3.1].map((age) => choose({ age }))).toEqual([0, 0, 1, 1, 2]);
});

test('a class of one number is named after it', () => {
  const options = { ...unnamed, field: 'age', fallback: {}, colors: [red], format: String };
  const [rule] = toRangeRules([7, 7], options);
  expect(rule).toMatchObject({ rule: 'data.age=7', ruleRange: '[7,7]' });
});

test('RULE-16: ranges whose bounds look equal when formatted are named after the bounds in full', () => {
  const labelRules = toRangeRules([0, 1e-6, 1.4e-6, 2e-6], {
    field: 'age',
    fallback: {},
    colors: [red, blue, red],
    format: (value) => value.toFixed(6),
    ...{ present: [], typedNames: new Map(), language: 'en' },
  });
  expect(labelRules.map(({ rule }) => rule)).toEqual([
    'data.age=0–0.000001',
    'data.age=0.000001–0.0000014',
    'data.age=0.0000014–0.000002',
  ]);
});

test('a class has the names of the rule for the same range, and the one typed for it, not those of Default', () => {
  const present = [
    { ruleRange: '[0,5)', ruleNameEn: 'Low', ruleNameLv: 'Zems' },
    { ruleRange: '[5,8]', ruleNameEn: 'High' },
  ];
  const typedNames = new Map([
    [0, 'Small'],
    [1, ''],
  ]);
  const rules = toRangeRules([0, 5, 9], {
    ...{ field: 'age', fallback: { ruleNameEn: 'Others' }, colors: [red, blue], format: String },
    ...{ present, typedNames, language: 'en' },
  });
  expect(rules.map(({ ruleNameEn, ruleNameLv }) => [ruleNameEn, ruleNameLv])).toEqual([
    ['Small', 'Zems'],
    ['', undefined],
  ]);
});

test('rules on a field are put into order among themselves; others keep their positions', () => {
  const rules: GeomStyle[] = [
    { rule: 'data.kind=c' },
    { rule: 'data.other=x' },
    { rule: 'data.kind=gone' },
    { rule: 'data.kind=1–2', ruleRange: '[1,2]' },
    { rule: 'data.kind=A' },
  ];
  expect(arrangeRules(rules, 'kind', ['a', 'b', 'c']).map(({ rule }) => rule)).toEqual([
    'data.kind=A',
    'data.other=x',
    'data.kind=c',
    'data.kind=1–2',
    'data.kind=gone',
  ]);
});

test('a value within the range of a rule is drawn by that rule, by the first that fits', () => {
  const low = { rule: 'data.kind=0–10', ruleRange: '[0,10)' };
  const all = { rule: 'data.kind=0–100', ruleRange: '[0,100]' };
  const rows = listValueRows(counted, {
    field: 'kind',
    rules: [low, { rule: 'data.other=1', ruleRange: '[0,500]' }, all, { rule: 'data.kind=100' }],
    order: 'value',
  });
  expect(rows.map(({ value, known }) => [value, known?.rule])).toEqual([
    ['9,5', low.rule],
    ['10', all.rule],
    ['100', all.rule],
    ['', undefined],
  ]);
});

describe('rules for new values', () => {
  const draftOf = (...values: string[]): StyleDraft =>
    openStyle(JSON.stringify({ labelRules: values.map((value) => ({ rule: `data.age=${value}` })) }));
  const added = ['100', '7', ''].map((value) => ({ rule: value === '' ? 'data.age' : `data.age=${value}` }));
  const rulesOf = ({ rules }: StyleDraft) => rules.map(({ rule }) => rule?.replace(/^data\./, ''));

  test('come among those of the field, if these are in the order of their values', () => {
    const draft = { ...draftOf('5', '9,5', '40'), selected: 2 };
    const next = addInOrder(draft, 'age', added);
    expect(rulesOf(next)).toEqual(['age=5', 'age=7', 'age=9,5', 'age=40', 'age=100', 'age']);
    expect(next.selected).toBe(3);
  });

  test('come last, in the order of their values, where the user has another order', () => {
    const next = addInOrder(draftOf('40', '5'), 'age', added);
    expect(rulesOf(next)).toEqual(['age=40', 'age=5', 'age=7', 'age=100', 'age']);
  });

  test('change nothing when there are none', () => {
    const draft = draftOf('5');
    expect(addInOrder(draft, 'age', [{ rule: 'data.age=5' }])).toBe(draft);
  });
});
