import { expect, test } from 'vitest';
import { imageProjections } from './imageProjections.ts';

const world = 20_037_508.342789244;

test('in LKS-92 what is on the other side of the world stays beyond the map, on its own side', () => {
  const { fromMercator, bounds } = imageProjections['EPSG:3059'];
  for (const [side, up] of [
    [-1, -1],
    [-1, 1],
    [1, -1],
    [1, 1],
  ] as const) {
    const [x = Number.NaN, y = Number.NaN] = fromMercator?.([side * world, up * world]) ?? [];
    expect(side < 0 ? x < bounds[0] : x > bounds[2]).toBe(true);
    expect(up < 0 ? y < bounds[1] : y > bounds[3]).toBe(true);
  }
});

test('a place in Riga is where EPSG:3059 has it', () => {
  const [x = 0, y = 0] = imageProjections['EPSG:3059'].fromMercator?.([2_683_412, 7_748_190]) ?? [];
  const [back = 0, north = 0] = imageProjections['EPSG:3059'].toMercator([x, y]);
  expect([Math.round(back), Math.round(north)]).toEqual([2_683_412, 7_748_190]);
  expect([x > 500_000 && x < 510_000, y > 300_000 && y < 330_000]).toEqual([true, true]);
});
