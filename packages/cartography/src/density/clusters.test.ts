import { expect, test } from 'vitest';
import {
  CLUSTER_CELL_PX,
  CLUSTER_RIM_PX,
  clusterCellM,
  clusterPosition,
  clusterRadiusPx,
  clusterText,
} from './clusters.ts';

test.each([
  [3, '3'],
  [999, '999'],
  [1_000, '1.0k'],
  [1_249, '1.2k'],
  [9_949, '9.9k'],
  [9_950, '10k'],
  [999_499, '999k'],
  [999_500, '1.0M'],
  [23_400_000, '23M'],
])('a cluster of %d says %s', (count, text) => {
  expect(clusterText(count)).toBe(text);
});

test('a circle grows with its count and never leaves its cell, so neighbours and tiles never cut it', () => {
  const [few, some, many] = [3, 100, 1e9].map(clusterRadiusPx) as [number, number, number];
  expect(few < some && some < many).toBe(true);
  const side = clusterCellM(9);
  for (const count of [3, 100, 1e9]) {
    const insetM = ((clusterRadiusPx(count) + CLUSTER_RIM_PX) * side) / CLUSTER_CELL_PX;
    for (const share of [0, 0.01, 0.5, 0.99, 1]) {
      const position = clusterPosition(-4, (-4 + share) * side, { zoom: 9, count });
      expect(position - insetM).toBeGreaterThanOrEqual(-4 * side - 1e-6);
      expect(position + insetM).toBeLessThanOrEqual(-3 * side + 1e-6);
    }
  }
  expect(clusterPosition(2, 2.5 * side, { zoom: 9, count: 9 })).toBeCloseTo(2.5 * side);
});
