import { expect, test } from 'vitest';
import { canSort, fitColumns, isSortable, listColumns, visibleColumns } from './reportColumns.ts';

test('D-REP-01: every field of the layer is a column; the geometry is for files only', () => {
  const columns = listColumns(['kadastrs', 'name']);
  expect(columns.slice(-2)).toEqual(['data.kadastrs', 'data.name']);
  expect(columns).not.toContain('wkt');
});

test('a kept choice loses what the layer no longer has, and an empty one becomes the usual one', () => {
  expect(visibleColumns(['data.gone', 'votes', 'data.kept'], ['kept'])).toEqual(['votes', 'data.kept']);
  const usual = ['reference', 'name', 'description', 'status', 'added', 'votes', 'data.kept'];
  expect(visibleColumns(undefined, ['kept'])).toEqual(usual);
  expect(visibleColumns(['data.gone'], ['kept'])).toEqual(usual);
});

test('a report is not sorted by comments or files', () => {
  expect(['name', 'data.x', 'comment', 'files'].filter(isSortable)).toEqual(['name', 'data.x']);
});

test('an order from an address is one of the layer', () => {
  expect(
    ['-added', 'data.kept', 'data.gone', '-files', 'x'].filter((sort) => canSort(sort, ['kept'])),
  ).toEqual(['-added', 'data.kept']);
});

test('columns of texts give way until all columns fit, those of numbers keep their width', () => {
  const columns = ['reference', 'name', 'description', 'votes', 'data.kind', 'data.size'];
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  const full = fitColumns(columns, -1);
  expect(fitColumns(columns, sum(full))).toEqual(full);
  const narrower = fitColumns(columns, sum(full) - 100);
  expect(sum(narrower)).toBeLessThanOrEqual(sum(full) - 100);
  expect([narrower[0], narrower[3]]).toEqual([full[0], full[3]]);
  for (const [index, width] of fitColumns(columns, 10).entries())
    expect(width).toBeGreaterThanOrEqual(0.59 * (full[index] ?? 0));
});
