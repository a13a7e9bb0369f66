import { expect, test } from 'vitest';
import { resolutionFromZoom, ZERO_ZOOM_RESOLUTION, zoomFromResolution } from './zoom.ts';

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
