import { createXYZ } from 'ol/tilegrid.js';
import { expect, test } from 'vitest';
import { zoomDirectionOnPaper } from './drawMapImage.ts';

test('names of our own maps have on paper three quarters to one and a half of their size on the screen', () => {
  const grid = createXYZ({ tileSize: 512, maxZoom: 18 });
  const stretches = Array.from({ length: 200 }, (_, index) => {
    const resolution = 150 / 2 ** (index / 50);
    const tileResolution = grid.getResolution(grid.getZForResolution(resolution, zoomDirectionOnPaper));
    return tileResolution / resolution;
  });
  expect(Math.min(...stretches)).toBeGreaterThanOrEqual(0.75);
  expect(Math.max(...stretches)).toBeLessThanOrEqual(1.5);
  // Tiles of four pixels to one, stretched the most.
  expect((96 * 4) / Math.max(...stretches)).toBeGreaterThanOrEqual(256);
});
