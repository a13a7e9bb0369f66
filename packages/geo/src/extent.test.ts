import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bufferExtent,
  containsExtent,
  containsPoint,
  type Extent,
  emptyExtent,
  expandExtent,
  extentCenter,
  extentHeight,
  extentsIntersect,
  extentWidth,
  intersectExtents,
  isEmptyExtent,
  toExtent,
  unionExtents,
} from './extent.ts';

const metre = fc.integer({ min: -1000, max: 1000 });
const size = fc.integer({ min: 0, max: 1000 });
const extent: fc.Arbitrary<Extent> = fc
  .tuple(metre, metre, size, size)
  .map(([x, y, width, height]) => [x, y, x + width, y + height]);

describe('expandExtent', () => {
  test('a ratio of 0.1 moves each side out by a tenth of the width or height', () => {
    expect(expandExtent([100, 200, 300, 600], 0.1)).toEqual([80, 160, 320, 640]);
  });

  test('a point and nothing stay what they are', () => {
    expect(expandExtent([5, 6, 5, 6], 0.1)).toEqual([5, 6, 5, 6]);
    expect(isEmptyExtent(expandExtent(emptyExtent(), 0.1))).toBe(true);
  });
});

test('an extent has a width, a height and a middle', () => {
  const extent = [2, 10, 6, 30] as const;
  expect([extentWidth(extent), extentHeight(extent), extentCenter(extent)]).toEqual([4, 20, [4, 20]]);
  expect([extentWidth(emptyExtent()), extentCenter(emptyExtent())[0]]).toEqual([-Infinity, Number.NaN]);
});

test('an extent whose sides have changed places holds nothing, so it adds nothing', () => {
  const [inverted, other] = [[10, 0, 0, 10] as const, [1, 1, 2, 2] as const];
  expect(unionExtents(inverted, other)).toEqual(other);
  expect(unionExtents(other, inverted)).toEqual(other);
});

test('bufferExtent grows by a distance', () => {
  expect(bufferExtent([0, 0, 1, 1], 5)).toEqual([-5, -5, 6, 6]);
  expect(isEmptyExtent(bufferExtent(emptyExtent(), 5))).toBe(true);
});

test('a union holds both and is the smallest that does', () => {
  fc.assert(
    fc.property(extent, extent, extent, (a, b, other) => {
      const both = unionExtents(a, b);
      expect(containsExtent(both, a) && containsExtent(both, b)).toBe(true);
      if (containsExtent(other, a) && containsExtent(other, b))
        expect(containsExtent(other, both)).toBe(true);
    }),
  );
});

test('an empty extent adds nothing to a union and meets nothing', () => {
  fc.assert(
    fc.property(extent, (a) => {
      expect(unionExtents(a, emptyExtent())).toEqual(a);
      expect(unionExtents(emptyExtent(), a)).toEqual(a);
      expect(extentsIntersect(a, emptyExtent())).toBe(false);
      expect(containsExtent(a, emptyExtent())).toBe(true);
      expect(containsExtent(emptyExtent(), a)).toBe(false);
    }),
  );
  expect(isEmptyExtent(unionExtents(emptyExtent(), emptyExtent()))).toBe(true);
});

test('extents intersect when some point lies in both', () => {
  fc.assert(
    fc.property(extent, extent, metre, metre, (a, b, x, y) => {
      expect(extentsIntersect(a, b)).toBe(extentsIntersect(b, a));
      if (containsPoint(a, [x, y]) && containsPoint(b, [x, y])) {
        expect(containsPoint(intersectExtents(a, b), [x, y])).toBe(true);
      }
      const [minX, minY] = intersectExtents(a, b);
      if (extentsIntersect(a, b)) {
        expect(containsPoint(a, [minX, minY]) && containsPoint(b, [minX, minY])).toBe(true);
      }
    }),
  );
});

test('touching edges intersect, a gap does not', () => {
  expect(extentsIntersect([0, 0, 1, 1], [1, 1, 2, 2])).toBe(true);
  expect(extentsIntersect([0, 0, 1, 1], [1.001, 0, 2, 1])).toBe(false);
});

test('toExtent takes four finite numbers and nothing else', () => {
  expect(toExtent([1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
  for (const bad of [[], [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, 3, Number.NaN], [1, 2, 3, Infinity]]) {
    expect(() => toExtent(bad)).toThrow(RangeError);
  }
});
