import { toMercator } from '@pgis/geo';
import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import type { LayerAccess } from './layerQuery.ts';
import { blurReachM, toBlurCells, visibleGeometry } from './visibleGeometry.ts';

const layerOf = (ownerId: number, blursPositions: boolean, seesExactPositions = false) =>
  ({ layer: { ownerId, blursPositions }, rights: { seesExactPositions } }) as LayerAccess;

test('layers without blurred positions, and their own unit, read the plain column', () => {
  expect(compileSql(visibleGeometry([layerOf(7, false), layerOf(8, true, true)]))).toEqual(['g.geom']);
});

test('of several layers only the blurred ones are computed', () => {
  expect(compileSql(visibleGeometry([layerOf(7, true)]))).toEqual(['blurred_position(g.geom, 100)']);
  expect(compileSql(visibleGeometry([layerOf(7, false), layerOf(8, true), layerOf(8, true)]))).toEqual([
    'CASE WHEN g.class_id = ANY($1::bigint[]) THEN blurred_position(g.geom, 100) ELSE g.geom END',
    [8],
  ]);
});

test.each([0, 24, 57, -60, 70, 85])(
  'at latitude %i no blurred position is farther away than the reach',
  (lat) => {
    const [x, y] = toMercator([24, lat]);
    const half = 50 / Math.cos((lat * Math.PI) / 180);
    const reach = blurReachM([x, y, x, y]);
    expect(reach).toBeGreaterThan(half);
    expect(reach).toBeLessThan(half * 1.05 + 1);
  },
);

test('a change of a point has the box of its cell, wherever in the cell it lies', () => {
  // Near Rīga: a cell of 100 m is 183 m wide and high in the projection.
  const boxOf = (x: number, y: number) => toBlurCells([x, y, x, y]);
  const [minX, minY, maxX, maxY] = boxOf(2_680_012, 7_750_987);
  expect([Math.round(maxX - minX), Math.round(maxY - minY)]).toEqual([183, 183]);
  expect([minX <= 2_680_012, 2_680_012 < maxX, minY <= 7_750_987, 7_750_987 < maxY]).toEqual(
    Array(4).fill(true),
  );
  for (const [x, y] of [
    [minX + 1, minY + 1],
    [maxX - 1, minY + 1],
    [minX + 1, maxY - 1],
    [maxX - 1, maxY - 1],
  ] as const)
    expect(boxOf(x, y)).toEqual([minX, minY, maxX, maxY]);
  expect(boxOf(maxX + 1, minY + 1)).not.toEqual([minX, minY, maxX, maxY]);
  // A point that was moved: the cells of both ends.
  expect(toBlurCells([minX + 1, minY + 1, minX + 2, maxY + 1])[1]).toBe(minY);
});
