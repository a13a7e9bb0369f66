import { expect, test } from 'vitest';
import {
  areTextsEmpty,
  canSort,
  fitColumns,
  isSortable,
  listColumns,
  visibleColumns,
} from './reportColumns.ts';

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

test('fields lead where the objects have no texts', () => {
  expect(visibleColumns(undefined, ['kadastrs'], { fieldsFirst: true }).slice(0, 3)).toEqual([
    'reference',
    'data.kadastrs',
    'name',
  ]);
  const row = { name: '', description: '' };
  expect([[row, row], [row, { ...row, name: 'Oak' }], []].map(areTextsEmpty)).toEqual([true, false, false]);
});

test('a report is not sorted by comments or files', () => {
  expect(['name', 'data.x', 'comment', 'files'].filter(isSortable)).toEqual(['name', 'data.x']);
});

test('an order from an address is one of the layer', () => {
  expect(
    ['-added', 'data.kept', 'data.gone', '-files', 'x'].filter((sort) => canSort(sort, ['kept'])),
  ).toEqual(['-added', 'data.kept']);
});

test('columns that are often empty give way first, then names and fields, and those of numbers never', () => {
  const columns = ['reference', 'name', 'description', 'votes', 'data.kind', 'data.size'];
  const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0);
  const widthsFor = (roomPx: number) => fitColumns(columns, roomPx, { hasStatuses: true });
  const full = widthsFor(-1);
  expect(widthsFor(sum(full))).toEqual(full);
  const narrower = widthsFor(sum(full) - 50);
  expect(narrower).toEqual(full.map((width, index) => (index === 2 ? width - 50 : width)));
  const narrow = widthsFor(sum(full) - 200);
  expect(sum(narrow)).toBeLessThanOrEqual(sum(full) - 200);
  expect([narrow[0], narrow[3]]).toEqual([full[0], full[3]]);
  const shares = widthsFor(10).map((width, index) => width / (full[index] ?? 0));
  expect(shares.map((share) => share.toFixed(2))).toEqual(['1.00', '0.70', '0.55', '1.00', '0.70', '0.70']);
});

test('statuses are never cut, and a column without any gives way', () => {
  const widthOf = (hasStatuses: boolean) => fitColumns(['name', 'status'], 10, { hasStatuses })[1] ?? 0;
  expect(widthOf(true)).toBe(fitColumns(['status'], -1, { hasStatuses: true })[0]);
  expect(widthOf(false)).toBeLessThan(widthOf(true));
});
