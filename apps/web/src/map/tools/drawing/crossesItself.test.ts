import type { Ring } from '@pgis/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossesItself } from './crossesItself.ts';

const closed = (...points: readonly (readonly [number, number])[]): Ring => [...points, points[0] ?? [0, 0]];

test.each<[string, Ring, boolean]>([
  ['a triangle', closed([0, 0], [4, 0], [0, 4]), false],
  ['a square', closed([0, 0], [4, 0], [4, 4], [0, 4]), false],
  ['a hollow shape', closed([0, 0], [4, 0], [2, 1], [4, 4], [0, 4]), false],
  ['a bow tie', closed([0, 0], [4, 4], [4, 0], [0, 4]), true],
  ['a corner on an edge', closed([0, 0], [4, 0], [2, 0], [4, 4], [0, 4]), true],
  ['a shape that touches itself in a point', closed([0, 0], [2, 2], [4, 0], [4, 4], [2, 2], [0, 4]), true],
])('%s', (_name, ring, expected) => {
  expect(crossesItself(ring)).toBe(expected);
});

test('no star-shaped polygon crosses itself', () => {
  const radii = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 3, maxLength: 30 });
  fc.assert(
    fc.property(radii, (rs) => {
      const corners = rs.map((r, i): [number, number] => {
        const angle = (i / rs.length) * 2 * Math.PI;
        return [r * Math.cos(angle), r * Math.sin(angle)];
      });
      expect(crossesItself(closed(...corners))).toBe(false);
    }),
  );
});
