import { expect, test } from 'vitest';
import { type Operator, operators, operatorsWithoutValue } from './Condition.ts';
import { findConditionProblem, findConditionProblems, MAX_LIST_VALUES } from './findConditionProblem.ts';
import { operandOf } from './operandOf.ts';

const lines = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`).join('\n');

test.each<[Operator, string, string | undefined]>([
  ['=', '', undefined],
  ['!=', '', undefined],
  ['contains', '', undefined],
  ['startsWith', ' ', 'REQUIRED'],
  ['startsWith', 'a', undefined],
  ['empty', 'left from another operator', undefined],
  ['today', '', undefined],
  ['in', ' \n', 'REQUIRED'],
  ['in', lines(MAX_LIST_VALUES), undefined],
  ['in', lines(MAX_LIST_VALUES + 1), 'TOO_MANY'],
  ['<', '', 'REQUIRED'],
  ['<', '420,5', undefined],
  ['>=', '26.11.2026', undefined],
  ['>=', '26.11.2026 09:30', undefined],
  ['<=', '31.11.2026', 'WRONG_FORMAT'],
  ['>', 'tall', 'WRONG_FORMAT'],
  ['between', '1\n', 'REQUIRED'],
  ['between', '1', 'REQUIRED'],
  ['between', '1\n2', undefined],
  ['between', '2\n1', 'BELOW_START'],
  ['between', '1\n1', undefined],
  ['between', '2026-01-02\n2026-01-01', 'BELOW_START'],
  ['between', '1\n2026-01-01', 'WRONG_FORMAT'],
  ['between', '2026-01-01\n2026-01-01', undefined],
  ['between', '1\n2\n3', 'REQUIRED'],
  ['lastDays', '', 'REQUIRED'],
  ['lastDays', '7', undefined],
  ['nextDays', '36500', undefined],
  ['nextDays', '36501', 'OUT_OF_RANGE'],
  ['nextDays', '999999', 'OUT_OF_RANGE'],
  ['olderThanDays', '-1', 'WRONG_FORMAT'],
  ['olderThanDays', '1.5', 'WRONG_FORMAT'],
])('%s %j: %s', (operator, value, code) => {
  expect(findConditionProblem({ operator, value })).toBe(code);
});

test('a problem has the path of its value', () => {
  const rules = [
    { field: 'a', operator: '=', value: '' },
    { field: 'a', operator: '<', value: 'x' },
  ] as const;
  expect(findConditionProblems(rules, '/ruleset/rules')).toEqual([
    { path: '/ruleset/rules/1/value', code: 'WRONG_FORMAT' },
  ]);
});

test('the operators without a value are those whose kind of value is none', () => {
  expect(operators.filter((operator) => operandOf[operator] === 'none')).toEqual(operatorsWithoutValue);
});
