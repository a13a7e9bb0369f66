import type { Geometry, Position } from '@pgis/geo';
import { expect, test } from 'vitest';
import { findGrip, findPolygonAt } from './findGrip.ts';

const holed: Geometry = {
  type: 'MultiPolygon',
  coordinates: [
    [
      [
        [0, 0],
        [100, 0],
        [100, 100],
        [0, 100],
        [0, 0],
      ],
      [
        [40, 40],
        [60, 40],
        [60, 60],
        [40, 40],
      ],
    ],
    [
      [
        [200, 0],
        [300, 0],
        [300, 100],
        [200, 0],
      ],
    ],
  ],
};

test.each<[string, Position, ReturnType<typeof findGrip>]>([
  ['a corner', [98, 3], { kind: 'vertex', vertex: { path: 0, index: 1 }, position: [100, 0] }],
  [
    'a corner before a nearer edge',
    [95, 0],
    { kind: 'vertex', vertex: { path: 0, index: 1 }, position: [100, 0] },
  ],
  [
    'where the ring begins and ends',
    [1, 1],
    { kind: 'vertex', vertex: { path: 0, index: 0 }, position: [0, 0] },
  ],
  ['a corner of a hole', [60, 61], { kind: 'vertex', vertex: { path: 1, index: 2 }, position: [60, 60] }],
  ['an edge', [50, 4], { kind: 'edge', vertex: { path: 0, index: 0 }, position: [50, 0] }],
  [
    'the edge that closes the ring',
    [3, 50],
    { kind: 'edge', vertex: { path: 0, index: 3 }, position: [0, 50] },
  ],
  ['nothing inside', [20, 20], null],
])('under the pointer: %s', (_name, position, expected) => {
  expect(findGrip(holed, position, 10)).toEqual(expected);
});

test('several points have no edges between them', () => {
  const points: Geometry = {
    type: 'MultiPoint',
    coordinates: [
      [0, 0],
      [100, 0],
    ],
  };
  expect(findGrip(points, [50, 0], 10)).toBeNull();
  expect(findGrip(points, [99, 0], 10)?.vertex).toEqual({ path: 0, index: 1 });
});

test('the polygon around a place, but not in its hole', () => {
  expect(findPolygonAt(holed, [20, 20])).toEqual({ path: 0, index: 0 });
  expect(findPolygonAt(holed, [58, 45])).toBeNull();
  expect(findPolygonAt(holed, [290, 50])).toEqual({ path: 2, index: 0 });
  expect(findPolygonAt(holed, [150, 50])).toBeNull();
});
