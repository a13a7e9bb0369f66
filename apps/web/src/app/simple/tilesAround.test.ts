import { expect, test } from 'vitest';
import { tilesAround } from './tilesAround.ts';

test('at zoom 0 and half a tile each way, the one tile lies around the middle', () => {
  expect(tilesAround([0, 0], 0, { width: 200, height: 200 })).toEqual([
    { x: 0, y: 0, leftPx: -128, topPx: -128 },
  ]);
});

test('the middle of Riga is in tile 9/290/156', () => {
  expect(tilesAround([24.1052, 56.9496], 9, { width: 1, height: 1 })).toMatchObject([{ x: 290, y: 156 }]);
});

test('the tiles cover the screen without a gap', () => {
  const screen = { width: 1440, height: 900 };
  const tiles = tilesAround([23.99, 56.97], 9, screen);
  const lefts = [...new Set(tiles.map(({ leftPx }) => leftPx))].sort((a, b) => a - b);
  const tops = [...new Set(tiles.map(({ topPx }) => topPx))].sort((a, b) => a - b);
  expect(tiles).toHaveLength(lefts.length * tops.length);
  expect(lefts[0]).toBeLessThanOrEqual(-720);
  expect((lefts.at(-1) ?? 0) + 256).toBeGreaterThanOrEqual(720);
  expect(tops[0]).toBeLessThanOrEqual(-450);
  expect((tops.at(-1) ?? 0) + 256).toBeGreaterThanOrEqual(450);
  for (const [index, left] of lefts.entries()) expect(left - (lefts[0] ?? 0)).toBeCloseTo(index * 256, -1);
});

test('the world goes on beyond the date line, but not beyond the poles', () => {
  const tiles = tilesAround([179.9, 84], 2, { width: 600, height: 600 });
  expect(new Set(tiles.map(({ x }) => x))).toEqual(new Set([2, 3, 0, 1]));
  expect(Math.min(...tiles.map(({ y }) => y))).toBe(0);
});
