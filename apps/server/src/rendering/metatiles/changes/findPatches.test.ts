import type { Extent } from '@pgis/geo';
import { expect, test } from 'vitest';
import { levelResolution, METATILE_PX, metatileExtent } from '../metatileGrid.ts';
import { findPatches } from './findPatches.ts';

const metatile = { level: 20, x: 145, y: 78, pixelRatio: 2 };
const [west, , , north] = metatileExtent(metatile);
const pixel = levelResolution(metatile.level);
const boxAt = (x: number, y: number, sidePx = 2): Extent => [
  west + (x + 0.1) * pixel,
  north - (y + sidePx - 0.1) * pixel,
  west + (x + sidePx - 0.1) * pixel,
  north - (y + 0.1) * pixel,
];
const area = (patches: ReturnType<typeof findPatches>) =>
  (patches ?? []).reduce((sum, { width, height }) => sum + width * height, 0);

test('a change costs its own surroundings, cut off at the edges', () => {
  expect(findPatches(metatile, [boxAt(500, 300)], 5)).toEqual([
    { left: 490, top: 290, width: 22, height: 22 },
  ]);
  expect(findPatches(metatile, [boxAt(0, 1_020)], 5)).toEqual([
    { left: 0, top: 1_010, width: 12, height: 14 },
  ]);
});

test('changes far from each other are patches of their own, those close to each other are joined', () => {
  const corners = [boxAt(10, 10), boxAt(1_000, 1_000)];
  expect(findPatches(metatile, corners, 5)).toHaveLength(2);
  expect(area(findPatches(metatile, corners, 5))).toBeLessThan(1_000);
  expect(findPatches(metatile, [boxAt(500, 300), boxAt(510, 304), boxAt(505, 296)], 5)).toHaveLength(1);
});

test('many changes have few patches, which cover them all', () => {
  const changes = Array.from({ length: 40 }, (_, i) => boxAt((i * 37) % 400, (i * 61) % 400));
  const patches = findPatches(metatile, changes, 5) ?? [];
  expect(patches.length).toBeLessThanOrEqual(6);
  for (const [i] of changes.entries()) {
    const [x, y] = [(i * 37) % 400, (i * 61) % 400];
    const covers = patches.some(
      ({ left, top, width, height }) =>
        left <= x && top <= y && left + width >= x + 2 && top + height >= y + 2,
    );
    expect(covers).toBe(true);
  }
});

test('most of the metatile is no patch, nor is what lies outside', () => {
  expect(findPatches(metatile, [boxAt(0, 0, METATILE_PX)], 5)).toBeUndefined();
  expect(findPatches(metatile, [boxAt(2_000, 2_000)], 5)).toBeUndefined();
});
