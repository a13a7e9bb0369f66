import { expect, test } from 'vitest';
import { countRowsPerColumn, placeLegend } from './placeLegend.ts';

/** `layer.entry` by column, with `n` for the name. */
const columnsOf = (entryCounts: readonly number[], rowsPerColumn: number) => {
  const columns: string[][] = [];
  for (const { layer, entry, column, row } of placeLegend(entryCounts, rowsPerColumn)) {
    columns[column] ??= [];
    expect(columns[column]).toHaveLength(row);
    columns[column].push(entry < 0 ? `${layer}n` : `${layer}.${entry}`);
  }
  return columns;
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
    ['1n', '1.1', '1.2', '1.3'],
    ['1n', '1.4'],
  ]);
});

test('no name stands alone at the end of a column', () => {
  expect(columnsOf([1, 5], 3)[0]).toEqual(['0n', '0.0']);
});

test('columns are as low as the layers allow', () => {
  expect(countRowsPerColumn([], 3)).toBe(0);
  expect(countRowsPerColumn([0], 3)).toBe(1);
  expect(countRowsPerColumn([3, 3, 3], 3)).toBe(4);
  expect(countRowsPerColumn([4, 3, 3], 2)).toBe(8);
  const rows = countRowsPerColumn([500], 4);
  expect(placeLegend([500], rows).at(-1)?.column).toBe(3);
});
