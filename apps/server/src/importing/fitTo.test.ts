import type { LayerField } from '@pgis/contract';
import { expect, test } from 'vitest';
import { fitTo } from './fitTo.ts';

const fields: readonly LayerField[] = [
  { name: 'width', type: 'text', schema: { type: 'integer', required: true, max: '10' } },
  { name: 'planned', type: 'text', schema: { type: 'date', readOnly: true } },
  { name: 'state', type: 'text', schema: { type: 'text', default: 'new' } },
  { name: 'note', type: 'text' },
];
const rowOf = (data: object) =>
  ({ rowNumber: 7, data: JSON.stringify(data) }) as Parameters<ReturnType<typeof fitTo>>[0];

test('an import stores the forms of strict fields, fills in defaults, and writes read-only fields', () => {
  const row = fitTo(fields)(rowOf({ width: 7, planned: '26.11.2026', note: 'x' }));
  expect(row).toEqual(rowOf({ width: 7, planned: '2026-11-26', note: 'x', state: 'new' }));
});

test('a row whose values do not fit stays out, with each reason', () => {
  const given = { width: '11', planned: 'soon' };
  expect(fitTo(fields)(rowOf(given))).toEqual({
    rowNumber: 7,
    problem:
      'width: "11" is outside the range of the field; planned: "soon" does not fit the type or pattern of the field',
    properties: given,
    reason: 'VALUE_MISFIT',
  });
  expect(fitTo(fields)(rowOf({}))).toMatchObject({ problem: 'width needs a value' });
});

test('a layer without strict fields takes every row as it is', () => {
  const row = rowOf({ width: 'wide' });
  expect(fitTo([{ name: 'width', type: 'text' }])(row)).toBe(row);
});
