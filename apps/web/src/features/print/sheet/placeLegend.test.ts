import { expect, test } from 'vitest';
import { countRowsPerColumn, placeLegend } from './placeLegend.ts';

/** `layer.entry` by column, with `n` for the name and `n+` for a repeated one. */
const columnsOf = (entryCounts: readonly number[], rows: number, columns = 9) => {
  const lines: string[][] = [];
  for (const { layer, entry, column, row, isContinued } of placeLegend(entryCounts, { columns, rows })) {
    lines[column] ??= [];
    expect(lines[column]).toHaveLength(row);
    lines[column].push(entry < 0 ? `${layer}n${isContinued ? '+' : ''}` : `${layer}.${entry}`);
  }
  return lines;
};

test('a layer that does not fit below another one starts the next column', () => {
  expect(columnsOf([2, 3, 0], 5)).toEqual([
    ['0n', '0.0', '0.1'],
    ['1n', '1.0', '1.1', '1.2', '2n'],
  ]);
});

test('a layer that is higher than a column repeats its name at the top of the next', () => {
  expect(columnsOf([1, 5], 4)).toEqual([
    ['0n', '0.0', '1n', '1.0'],
    ['1n+', '1.1', '1.2', '1.3'],
    ['1n+', '1.4'],
  ]);
});

test('no name stands alone at the end of a column', () => {
  expect(columnsOf([1, 5], 3)[0]).toEqual(['0n', '0.0']);
});

test('a layer that fits on a page is not divided between two pages', () => {
  // Two columns of four rows hold six entries of one layer.
  expect(columnsOf([2, 5], 4, 2)).toEqual([
    ['0n', '0.0', '0.1'],
    undefined,
    ['1n', '1.0', '1.1', '1.2'],
    ['1n+', '1.3', '1.4'],
  ]);
  expect(columnsOf([1, 4], 4, 2)).toEqual([
    ['0n', '0.0', '1n', '1.0'],
    ['1n+', '1.1', '1.2', '1.3'],
  ]);
});

test('only a layer that is longer than a page goes on to the next, under its repeated name', () => {
  expect(columnsOf([1, 8], 4, 2)).toEqual([
    ['0n', '0.0', '1n', '1.0'],
    ['1n+', '1.1', '1.2', '1.3'],
    ['1n+', '1.4', '1.5', '1.6'],
    ['1n+', '1.7'],
  ]);
});

test('columns are as low as the layers allow', () => {
  expect(countRowsPerColumn([], 3)).toBe(0);
  expect(countRowsPerColumn([0], 3)).toBe(1);
  expect(countRowsPerColumn([3, 3, 3], 3)).toBe(4);
  expect(countRowsPerColumn([4, 3, 3], 2)).toBe(8);
  const rows = countRowsPerColumn([500], 4);
  expect(placeLegend([500], { columns: 4, rows }).at(-1)?.column).toBe(3);
});
