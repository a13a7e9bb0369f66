import { expect, test } from 'vitest';
import { toImageView } from './LayerImages.ts';

test.each([1, 2])(
  'LOAD-08: around what is seen are whole pixels of the image, of %d a pixel',
  (pixelRatio) => {
    const resolution = 4.777;
    const [left, bottom, widthPx, heightPx] = [2_683_412.3, 7_748_190.7, 873, 641];
    const extent = [left, bottom, left + widthPx * resolution, bottom + heightPx * resolution] as const;
    const view = toImageView({ extent: [...extent], resolution }, pixelRatio);
    const pixelM = resolution / pixelRatio;
    for (const [i, edge] of view.extent.entries()) {
      const awayPx = Math.abs(edge - (extent[i] ?? 0)) / pixelM;
      expect(awayPx).toBeGreaterThan(50 * pixelRatio);
      expect(awayPx).toBeCloseTo(Math.round(awayPx), 4);
    }
    expect((view.extent[2] - view.extent[0]) / pixelM).toBeCloseTo(view.widthPx, 4);
    expect((view.extent[3] - view.extent[1]) / pixelM).toBeCloseTo(view.heightPx, 4);
  },
);

test('for paper an image has exactly the extent of the view', () => {
  const extent = [2_683_412.3, 7_748_190.7, 2_683_412.3 + 1_400 * 4.777, 7_748_190.7 + 900 * 4.777] as const;
  const view = toImageView({ extent: [...extent], resolution: 4.777 }, 2.5, 0);
  expect(view).toMatchObject({ extent, widthPx: 3_500, heightPx: 2_250 });
});
