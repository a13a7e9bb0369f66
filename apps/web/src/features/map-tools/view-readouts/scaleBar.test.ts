import { resolutionFromZoom } from '@pgis/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleBar } from './scaleBar.ts';

test('at the equator a pixel of zoom 10 is 153 m: 120 px hold 10 km', () => {
  const { lengthM, widthPx } = scaleBar(resolutionFromZoom(10), { latitude: 0, maxPx: 120 });
  expect(lengthM).toBe(10_000);
  expect(widthPx).toBeCloseTo(65.4, 1);
});

test('in Riga a pixel is about half of that: they hold 5 km', () => {
  expect(scaleBar(resolutionFromZoom(10), { latitude: 56.97, maxPx: 120 }).lengthM).toBe(5000);
});

test('the bar is round, never wider than allowed and never shorter than two fifths of that', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 28, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
      (zoom, latitude) => {
        const { lengthM, widthPx } = scaleBar(resolutionFromZoom(zoom), { latitude, maxPx: 100 });
        expect(widthPx).toBeLessThanOrEqual(100 + 1e-9);
        expect(widthPx).toBeGreaterThanOrEqual(40 - 1e-9);
        expect([1, 2, 5]).toContain(
          Number(lengthM.toPrecision(1)) / 10 ** Math.floor(Math.log10(lengthM * 1.0000001)),
        );
      },
    ),
  );
});
