import type { Position } from '@pgis/geo';
import { expect, test } from 'vitest';
import { chooseSnap, type FlatPath } from './chooseSnap.ts';

const path = (...positions: readonly Position[]): FlatPath => ({
  coordinates: positions.flat(),
  start: 0,
  end: positions.length * 2,
});
const road = path([0, 0], [100, 0]);
const square = path([50, 20], [90, 20], [90, 60], [50, 60], [50, 20]);

test.each<[string, Position, Position | null]>([
  ['a vertex that is near', [97, 4], [100, 0]],
  ['a vertex, also where an edge is nearer', [93, 1], [100, 0]],
  ['the edge where no vertex is near', [30, 6], [30, 0]],
  ['a corner that closes a ring', [49, 22], [50, 20]],
  ['the nearer of two edges', [70, 13], [70, 20]],
  ['nothing where nothing is near', [30, 30], null],
  ['the limit itself still counts', [30, 10], [30, 0]],
])('%s', (_name, position, expected) => {
  expect(chooseSnap(position, [road, square], 10)).toEqual(expected);
});

test('only the given stretch of the coordinates is looked at', () => {
  const two: FlatPath = { coordinates: [0, 0, 10, 0, 500, 0, 510, 0], start: 0, end: 4 };
  expect(chooseSnap([250, 0], [two], 240)).toEqual([10, 0]);
  expect(chooseSnap([500, 1], [two], 5)).toBeNull();
});

test('a point is a vertex, and nothing is nothing', () => {
  expect(chooseSnap([3, 4], [path([0, 0])], 5)).toEqual([0, 0]);
  expect(chooseSnap([3, 4], [], 5)).toBeNull();
});
