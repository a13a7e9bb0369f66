import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toMercator } from '../projection/webMercator.ts';
import { groundMetresPerMapMetre } from './groundScale.ts';
import { distanceM } from './measureLength.ts';

test('on the equator a metre is a metre, at Riga it is a good half', () => {
  expect(groundMetresPerMapMetre([0, 0])).toBeCloseTo(0.9966, 3);
  expect(groundMetresPerMapMetre(toMercator([24.1, 56.95]))).toBeCloseTo(0.5463, 3);
});

test('it is right within half a percent in every direction', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
      (latitude, direction) => {
        const [x, y] = toMercator([24, latitude]);
        const there = [x + 500 * Math.cos(direction), y + 500 * Math.sin(direction)] as const;
        const ratio = (500 * groundMetresPerMapMetre([x, y])) / distanceM([x, y], there);
        expect(Math.abs(ratio - 1)).toBeLessThan(0.005);
      },
    ),
  );
});
