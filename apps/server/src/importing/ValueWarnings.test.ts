import { expect, test } from 'vitest';
import { ValueWarnings } from './ValueWarnings.ts';

const field = (name: string, hint?: object) => ({ name, type: 'text' as const, ...(hint && { hint }) });

test('D-CLS-19: an import counts what does not fit the hints, and names the first of each field', () => {
  const warnings = new ValueWarnings([
    field('height', { kind: 'number' }),
    field('state', { kind: 'choices', choices: ['good', 'bad'] }),
    field('note', { help: 'Anything' }),
    field('plain'),
  ]);
  const rows = [
    { height: 12, state: 'good', note: 'x', plain: 'y' },
    { height: 'tall', state: 'fine' },
    { height: 'x'.repeat(80) },
    {},
  ];
  for (const [index, row] of rows.entries())
    warnings.check({ rowNumber: index + 1, data: JSON.stringify(row) });
  expect(warnings.list()).toEqual([
    'height: 2 values are not a number, the first in feature 2: "tall". Imported all the same.',
    'state: 1 value is not one of the choices, the first in feature 2: "fine". Imported all the same.',
  ]);
});

test('without hints there is nothing to say', () => {
  const warnings = new ValueWarnings([field('height')]);
  warnings.check({ rowNumber: 1, data: 'not even looked at' });
  expect(warnings.list()).toEqual([]);
});

test('values for a field that the layer computes are counted', () => {
  const area = { ...field('area'), schema: { type: 'area', unit: 'ha' } as const };
  const warnings = new ValueWarnings([area, { ...area, name: 'other' }]);
  for (const data of [{ area: 1 }, { area: 2 }, { note: 'x' }])
    warnings.countDropped({ data: JSON.stringify(data) });
  expect(warnings.list()).toEqual([
    'area: the layer computes this field, so 2 values of the file were not imported.',
  ]);
});
