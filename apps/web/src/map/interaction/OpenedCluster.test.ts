import { resolutionFromZoom } from '@pgis/geo';
import { expect, test } from 'vitest';
import { isParted, partingZoom } from './OpenedCluster.ts';

test.each([
  [{ aggregatedTo: 12, zoomTo: null }, 13],
  [{ aggregatedTo: 12, zoomTo: 15 }, 13],
  [{ aggregatedTo: 12, zoomTo: 12 }, 12],
  [{ aggregatedTo: null, zoomTo: null }, 28],
])('a layer of %j draws each of its objects at zoom %i', (layer, zoom) => {
  expect(partingZoom(layer)).toBe(zoom);
});

test('objects are parted where their extent is wider or higher than a symbol', () => {
  const side = 24 * resolutionFromZoom(13);
  expect(isParted([5, 5, 5, 5], 28)).toBe(false);
  expect(isParted([0, 0, 0.99 * side, 0], 13)).toBe(false);
  expect(isParted([0, 0, 1.01 * side, 0], 13)).toBe(true);
  expect(isParted([0, 0, 0, 1.01 * side], 13)).toBe(true);
  expect(isParted([0, 0, 0, 1.01 * side], 12)).toBe(false);
});
