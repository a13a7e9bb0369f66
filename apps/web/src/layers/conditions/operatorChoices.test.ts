import type { FieldSchema } from '@pgis/contract';
import { expect, test } from 'vitest';
import { operatorsFor, withOperator } from './operatorChoices.ts';

const days = ['today', 'lastDays', 'nextDays', 'olderThanDays'];
const comparisons = ['<', '<=', '>', '>=', 'between'];
const presence = ['empty', 'notEmpty'];

test.each<[string, FieldSchema, readonly string[]]>([
  ['a number', { type: 'integer' }, ['=', '!=', ...comparisons, 'in', ...presence]],
  ['a time', { type: 'dateTime' }, [...comparisons, ...days, ...presence]],
  ['a date', { type: 'date' }, ['=', '!=', ...comparisons, ...days, ...presence]],
  ['yes or no', { type: 'boolean' }, ['=', '!=', ...presence]],
  ['one of a list', { type: 'list', values: [] }, ['=', '!=', 'in', 'contains', ...presence]],
  [
    'several of a list',
    { type: 'list', values: [], several: true },
    ['hasAny', 'hasAll', 'contains', ...presence],
  ],
  ['a text', { type: 'text' }, ['=', '!=', 'contains', 'startsWith', 'in', ...presence]],
])('%s has its own operators', (_, schema, operators) => {
  expect(operatorsFor(schema)).toEqual(operators);
});

test('the value stays where the new operator takes one of its kind', () => {
  const rule = { operator: '=', value: '7' } as const;
  expect(withOperator(rule, '<')).toEqual({ operator: '<', value: '7' });
  expect(withOperator(rule, 'between')).toEqual({ operator: 'between', value: '' });
});
