import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { parseReportConditions } from './reportConditions.ts';

const condition = { field: 'surface', operator: '>=', value: '3' };
const parse = (...items: readonly unknown[]) => parseReportConditions(JSON.stringify(items));

test('a list of conditions is read as it was written', () => {
  expect(parse(condition, { ...condition, operator: 'empty', value: '' })).toEqual([
    condition,
    { field: 'surface', operator: 'empty', value: '' },
  ]);
  expect(parse()).toEqual([]);
});

test.each([
  [[null]],
  [['text']],
  [[{ ...condition, field: 5 }]],
  [[{ ...condition, value: 3 }]],
  [[{ ...condition, operator: '~' }]],
  [[{ ...condition, more: true }]],
  [[condition, {}]],
])('%j is no list of conditions', (items) => {
  expect(parse(...items)).toBeUndefined();
});

test('what is no list, or no JSON, is none', () => {
  expect(parseReportConditions(JSON.stringify(condition))).toBeUndefined();
  expect(parseReportConditions('[')).toBeUndefined();
});

test('as many conditions as a filter may have, and no more', () => {
  const many = (count: number) => parse(...Array.from({ length: count }, () => condition));
  expect(many(limits.filterRules)).toHaveLength(limits.filterRules);
  expect(many(limits.filterRules + 1)).toBeUndefined();
});
