import type { LayerField } from '@pgis/contract';
import { expect, test } from 'vitest';
import { fitTo } from './fitTo.ts';
import { toHexEwkb } from './toHexEwkb.ts';

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

test('a row has the fields that its form would show for the size of its shape', () => {
  const showIf = { field: 'size', operator: '<', value: '1' } as const;
  const sized: readonly LayerField[] = [
    { name: 'size', type: 'text', schema: { type: 'area', unit: 'ha' } },
    { name: 'small', type: 'text', schema: { type: 'text', required: true, showIf } },
  ];
  const ring = (width: number) => [
    [0, 0],
    [width, 0],
    [width, 100],
    [0, 0],
  ];
  const squareOf = (width: number) => ({
    ...rowOf({ size: '7', small: 'x' }),
    shape: toHexEwkb({ type: 'MultiPolygon', coordinates: [[ring(width)], [ring(1)]] } as never),
  });
  const dataOf = (width: number) => {
    const row = fitTo(sized)(squareOf(width));
    return 'data' in row ? JSON.parse(row.data) : row;
  };
  expect([dataOf(150), dataOf(250)]).toEqual([{ small: 'x' }, {}]);
});
