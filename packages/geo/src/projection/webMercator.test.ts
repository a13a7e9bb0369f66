import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  HALF_WORLD_M,
  MAX_LATITUDE,
  toLonLat,
  toLonLatExtent,
  toMercator,
  toMercatorExtent,
} from './webMercator.ts';

// ST_Transform of PostGIS 3.6
test.each([
  [
    [23.9890828, 56.9713962],
    [2670452.481893677, 7754274.550286568],
  ],
  [
    [-179.5, -84.5],
    [-19981848.597392607, -19363116.64577997],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [180, MAX_LATITUDE],
    [HALF_WORLD_M, HALF_WORLD_M],
  ],
] as const)('%j', (lonLat, [x, y]) => {
  const [mercatorX, mercatorY] = toMercator(lonLat);
  expect(mercatorX).toBeCloseTo(x, 6);
  expect(mercatorY).toBeCloseTo(y, 6);
});

test('there and back is the same place within a micrometre', () => {
  const metre = fc.double({ min: -HALF_WORLD_M, max: HALF_WORLD_M, noNaN: true });
  fc.assert(
    fc.property(metre, metre, (x, y) => {
      const [backX, backY] = toMercator(toLonLat([x, y]));
      expect(Math.abs(backX - x)).toBeLessThan(1e-6);
      expect(Math.abs(backY - y)).toBeLessThan(1e-6);
    }),
  );
});

test('what lies beyond the square world is put on its edge', () => {
  expect(toMercator([0, 90])[1]).toBeCloseTo(HALF_WORLD_M, 3);
  expect(toMercator([-200, -90])[0]).toBe(-HALF_WORLD_M);
});

test('extents keep their order of corners', () => {
  const lonLat = [20.9, 55.6, 28.3, 58.1] as const;
  const back = toLonLatExtent(toMercatorExtent([...lonLat]));
  for (const [i, value] of back.entries()) expect(value).toBeCloseTo(lonLat[i] as number, 9);
});
