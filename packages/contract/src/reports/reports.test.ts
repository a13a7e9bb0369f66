import { expect, test } from 'vitest';
import { customColumns } from './customReports.ts';
import { fieldColumn, fieldOfColumn } from './fieldColumns.ts';
import { reportColumns } from './reports.ts';

test('a field of a layer is the column data.NAME, and other columns are no fields', () => {
  expect(fieldColumn('species')).toBe('data.species');
  expect(['data.species', 'data.', 'database', 'name'].map(fieldOfColumn)).toEqual([
    'species',
    '',
    undefined,
    undefined,
  ]);
});

test('a list of a custom report has the columns of a layer’s report without the geometry, and the layer', () => {
  expect(reportColumns).toContain('wkt');
  expect(customColumns).toEqual(['layer', ...reportColumns.slice(0, -1)]);
});
