import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseImageLayers } from './chooseImageLayers.ts';

const choose = (counts: readonly number[], limits = { perLayer: 50, perView: 100 }) =>
  [
    ...chooseImageLayers(
      counts.map((count, index) => ({ layerId: index + 1, count })),
      limits,
    ),
  ].sort();

test.each([
  [[], []],
  [[50], []],
  [[51], [1]],
  [[50, 50], []],
  [[50, 50, 1], [2]],
  [[50, 49, 1], []],
  [[30, 40, 50, 20], [3]],
  [
    [51, 51, 50, 50],
    [1, 2],
  ],
  [
    [40, 40, 40, 40],
    [3, 4],
  ],
])('D-OBJ-02: layers of %j objects: the layers %j become images', (counts, images) => {
  expect(choose(counts)).toEqual(images);
});

test('D-OBJ-02: what stays fits, and no image is smaller than a vector layer unless it had to go', () => {
  const limits = { perLayer: 50, perView: 100 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }), (counts) => {
      const images = choose(counts, limits);
      const vectorCounts = counts.filter((_, index) => !images.includes(index + 1));
      const total = vectorCounts.reduce((sum, count) => sum + count, 0);
      expect(vectorCounts.every((count) => count <= limits.perLayer)).toBe(true);
      expect(total).toBeLessThanOrEqual(limits.perView);
      const dropped = counts.filter((count, index) => images.includes(index + 1) && count <= limits.perLayer);
      for (const count of dropped) {
        expect(count).toBeGreaterThanOrEqual(Math.max(0, ...vectorCounts));
        expect(total + Math.min(...dropped)).toBeGreaterThan(limits.perView);
      }
    }),
  );
});

test('D-OBJ-02: the order in which layers are asked for does not matter', () => {
  const layer = fc.record({
    layerId: fc.integer({ min: 1, max: 1_000 }),
    count: fc.integer({ min: 0, max: 60 }),
  });
  const layers = fc.uniqueArray(layer, { selector: ({ layerId }) => layerId, maxLength: 20 });
  fc.assert(
    fc.property(layers, (counts) => {
      const limits = { perLayer: 50, perView: 100 };
      const sorted = (ids: ReadonlySet<number>) => [...ids].sort();
      expect(sorted(chooseImageLayers(counts.toReversed(), limits))).toEqual(
        sorted(chooseImageLayers(counts, limits)),
      );
    }),
  );
});
