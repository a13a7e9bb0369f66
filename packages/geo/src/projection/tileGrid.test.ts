import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferExtent, containsPoint } from '../extent.ts';
import {
  getTileRange,
  isTile,
  resolutionFromZoom,
  tileExtent,
  ZERO_ZOOM_RESOLUTION,
  zoomFromResolution,
} from './tileGrid.ts';
import { HALF_WORLD_M, toMercator } from './webMercator.ts';

test('tile 0/0/0 is the world, y counts from the north', () => {
  expect(tileExtent({ z: 0, x: 0, y: 0 })).toEqual([
    -HALF_WORLD_M,
    -HALF_WORLD_M,
    HALF_WORLD_M,
    HALF_WORLD_M,
  ]);
  expect(tileExtent({ z: 1, x: 1, y: 0 })).toEqual([0, 0, HALF_WORLD_M, HALF_WORLD_M]);
});

test('a position lies in the tile that the OpenStreetMap wiki computes from its longitude and latitude', () => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 18 }), degrees(179.9), degrees(84.9), (z, lon, lat) => {
      const x = Math.floor(((lon + 180) / 360) * 2 ** z);
      const y = Math.floor(((1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2) * 2 ** z);
      expect(containsPoint(bufferExtent(tileExtent({ z, x, y }), 1e-3), toMercator([lon, lat]))).toBe(true);
    }),
  );
});

test('the range of an extent holds the tile of every point in it', () => {
  const ratio = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20 }), fc.tuple(ratio, ratio), (z, [a, b]) => {
      const tiles = 2 ** z;
      const tile = {
        z,
        x: Math.min(tiles - 1, Math.floor(a * tiles)),
        y: Math.min(tiles - 1, Math.floor(b * tiles)),
      };
      const [minX, minY, maxX, maxY] = tileExtent(tile);
      const inside = getTileRange([minX + 1e-3, minY + 1e-3, maxX - 1e-3, maxY - 1e-3], z);
      expect(inside).toEqual({ minX: tile.x, minY: tile.y, maxX: tile.x, maxY: tile.y });
    }),
  );
});

test('outside the world there is no tile', () => {
  expect(getTileRange([3e7, 0, 4e7, 1], 5)).toBeUndefined();
  expect(isTile({ z: 3, x: 7, y: 7 })).toBe(true);
  for (const tile of [
    { z: 3, x: 8, y: 0 },
    { z: -1, x: 0, y: 0 },
    { z: 3, x: 0.5, y: 0 },
    { z: 31, x: 0, y: 0 },
  ]) {
    expect(isTile(tile)).toBe(false);
  }
});

test('LOAD-12: the zoom is the rounded binary logarithm of 156543.03390625 over the resolution', () => {
  expect(zoomFromResolution(156543.03390625)).toBe(0);
  expect(zoomFromResolution(156543.03390625 / 1024)).toBe(10);
  expect(zoomFromResolution(156543.03390625 / 2 ** 10.49)).toBe(10);
  expect(zoomFromResolution(156543.03390625 / 2 ** 10.51)).toBe(11);
});

test('whole zooms come back from their own resolution', () => {
  for (let zoom = 0; zoom <= 28; zoom += 1) expect(zoomFromResolution(resolutionFromZoom(zoom))).toBe(zoom);
  expect(Object.is(zoomFromResolution(ZERO_ZOOM_RESOLUTION * 1.2), 0)).toBe(true);
});
