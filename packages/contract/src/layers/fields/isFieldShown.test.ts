import { addDays, companyDay } from '@pgis/conditions';
import { expect, test } from 'vitest';
import type { FieldCondition, FieldSchema } from './FieldSchema.ts';
import { findSchemaProblems } from './findSchemaProblems.ts';
import { isFieldShown } from './isFieldShown.ts';

const today = companyDay(new Date());
const causes: readonly { readonly name: string; readonly schema?: FieldSchema }[] = [
  { name: 'age', schema: { type: 'decimal' } },
  { name: 'felled', schema: { type: 'date' } },
  { name: 'state', schema: { type: 'list', values: [{ value: 'Dry' }, { value: 'Hollow' }] } },
  { name: 'note' },
];

test.each<[FieldCondition, Record<string, unknown>, boolean]>([
  [{ field: 'age', operator: '>=', value: '420,5' }, { age: '420,50' }, true],
  [{ field: 'age', operator: '>=', value: '420,5' }, { age: '420.4' }, false],
  [{ field: 'age', operator: '>=', value: '420,5' }, {}, false],
  [{ field: 'felled', operator: '<', value: '2026-11-26' }, { felled: '25.11.2026' }, true],
  [{ field: 'felled', operator: 'lastDays', value: '1' }, { felled: addDays(today, -1) }, true],
  [{ field: 'felled', operator: 'lastDays', value: '1' }, { felled: addDays(today, -2) }, false],
  [{ field: 'felled', operator: 'today', value: '' }, { felled: today }, true],
  [{ field: 'state', operator: 'in', value: 'dry\nHOLLOW' }, { state: 'hollow' }, true],
  [{ field: 'state', operator: 'in', value: 'dry' }, { state: 'Hollow' }, false],
  [{ field: 'state', operator: 'notEmpty', value: '' }, { state: null }, false],
  [{ field: 'note', operator: 'startsWith', value: 'a' }, { note: ' Ash' }, true],
  [{ field: 'note', operator: 'contains', value: 'constr' }, {}, false],
])('%j with %j: %s', (showIf, data, isShown) => {
  const field = { name: 'x', schema: { type: 'text', showIf } as const };
  expect(isFieldShown(field, [...causes, field], data)).toBe(isShown);
});

test('a condition whose value makes no sense is refused at its value', () => {
  const problemsOf = (showIf: FieldCondition) => findSchemaProblems({ type: 'text', showIf }, '/s');
  expect(problemsOf({ field: 'age', operator: '<', value: 'tall' })).toEqual([
    { path: '/s/showIf/value', code: 'WRONG_FORMAT' },
  ]);
  expect(problemsOf({ field: 'age', operator: '=', value: '' })).toEqual([]);
});
