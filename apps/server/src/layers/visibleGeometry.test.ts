import { toMercator } from '@pgis/geo';
import { expect, test } from 'vitest';
import { compileSql } from '../db/testing/compileSql.ts';
import type { LayerAccess } from './layerQuery.ts';
import { blurReachM, visibleGeometry } from './visibleGeometry.ts';

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
