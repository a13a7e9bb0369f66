import { expect, test } from 'vitest';
import { movedIds } from './movedIds.ts';

test('a row changes places with its neighbour, and stays at either end', () => {
  const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
  expect(movedIds(rows, 2, -1)).toEqual([2, 1, 3]);
  expect(movedIds(rows, 2, 1)).toEqual([1, 3, 2]);
  expect(movedIds(rows, 1, -1)).toEqual([1, 2, 3]);
  expect(movedIds(rows, 3, 1)).toEqual([1, 2, 3]);
});
