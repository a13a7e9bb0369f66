import { heatCellM } from '@pgis/cartography';
import { type Extent, resolutionFromZoom } from '@pgis/geo';
import { expect, it } from 'vitest';
import { heatZoomOf, zoomOf } from './imageZoom.ts';

const side = 100 * resolutionFromZoom(13);

it('adds up heat at the zoom of the image, in other coordinate systems too', () => {
  const size = { width: 100, height: 100, pixelRatio: 1 };
  const square: Extent = [0, 0, side, side];
  expect(heatZoomOf({ ...size, crs: 'EPSG:3857', extent: square }, 13)).toBe(13);
  const extent: Extent = [24, 57, 24.1, 57.1];
  const zoom = zoomOf({ ...size, crs: 'EPSG:4326', extent });
  expect(heatZoomOf({ ...size, crs: 'EPSG:4326', extent }, zoom)).toBe(zoom);
});

const stretched: readonly { readonly extent: Extent; readonly width: number; readonly height: number }[] = [
  { extent: [0, -1e8, side, 1e8], width: 100, height: 100 },
  { extent: [0, -1e8, side, 1e8], width: 100, height: 1 },
  { extent: [-1e8, 0, 1e8, side], width: 1, height: 4_096 },
];

it.each(stretched)('adds up heat further out in a stretched extent: %j', ({ extent, width, height }) => {
  const cellM = heatCellM(heatZoomOf({ crs: 'EPSG:3857', extent, width, height }, 13));
  const [columns, rows] = [(extent[2] - extent[0]) / cellM, (extent[3] - extent[1]) / cellM];
  expect(columns).toBeLessThanOrEqual(width);
  expect(rows).toBeLessThanOrEqual(height);
  // One zoom further in, a cell is too narrow or too low.
  expect(Math.max(columns / width, rows / height)).toBeGreaterThan(0.5);
});
