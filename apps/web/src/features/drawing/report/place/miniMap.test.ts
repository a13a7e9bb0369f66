import { expect, test } from 'vitest';
import { MINI_PX, toMiniMap } from './miniMap.ts';

test('the part of the tile around a position has it in the middle, or where the tile ends', () => {
  // The tile 9290/5093 of zoom 14 begins at 24.1260° E.
  expect(toMiniMap([24.137, 56.951])).toMatchObject({ zoom: 14, x: 9290, pinX: MINI_PX / 2 });
  const atEdge = toMiniMap([24.1261, 56.951]);
  expect(atEdge).toMatchObject({ x: 9290, offsetX: 0 });
  expect(atEdge.pinX).toBeLessThan(3);
  for (const lonLat of [
    [180, 85],
    [-180, -85],
    [0, 0],
  ] as const) {
    const { x, y, pinX, pinY } = toMiniMap(lonLat);
    expect([x, y].every((tile) => tile >= 0 && tile < 2 ** 14)).toBe(true);
    expect([pinX, pinY].every((px) => px >= 0 && px <= 256)).toBe(true);
  }
});
