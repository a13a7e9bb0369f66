import { distanceM, toMercator } from '@pgis/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scales } from '../dialog/PrintChoice.ts';
import { MM_PER_PX, paperScaleBar, resolutionOfScale, scaleOfResolution } from './mapScale.ts';

test.each(scales)('1:%d: a distance on the ground is on paper what it should be, within 1 %%', (scale) => {
  for (const latitude of [0, 45, 56.95, 70]) {
    const [x, y] = toMercator([24.1, latitude]);
    const resolution = resolutionOfScale(scale, [x, y]);
    // 10 cm on paper to the east, and to the north.
    for (const [dx, dy] of [
      [1, 0],
      [0, 1],
    ] as const) {
      const px = 100 / MM_PER_PX;
      const there = [x + dx * px * resolution, y + dy * px * resolution] as const;
      const groundM = distanceM([x, y], there);
      expect(Math.abs(groundM / scale / 0.1 - 1)).toBeLessThan(0.01);
    }
  }
});

test('the scale of a resolution is the way back', () => {
  const center = toMercator([24.1, 56.95]);
  for (const scale of scales)
    expect(scaleOfResolution(resolutionOfScale(scale, center), center)).toBeCloseTo(scale, 6);
});

test('the bar is round, not longer than allowed, and true', () => {
  fc.assert(
    fc.property(fc.double({ min: 100, max: 1e8, noNaN: true }), (scale) => {
      const { lengthM, widthMm } = paperScaleBar(scale, 40);
      expect(widthMm).toBeLessThanOrEqual(40 + 1e-9);
      expect(widthMm).toBeGreaterThanOrEqual(16 - 1e-9);
      expect((lengthM * 1000) / widthMm / scale).toBeCloseTo(1, 9);
    }),
  );
});
