import { describe, expect, test } from 'vitest';
import type { Position } from '../geometry/geometry.ts';
import { HALF_WORLD_M, toMercator } from '../projection/webMercator.ts';
import { measureAreaM2 } from './measureArea.ts';
import { distanceM, measureLengthM } from './measureLength.ts';

type LonLats = readonly Position[];
const polygon = (...rings: LonLats[]) => ({
  type: 'Polygon' as const,
  coordinates: rings.map((ring) => [...ring, ring[0] as Position].map(toMercator)),
});

// Expected values: GeographicLib (Karney); PostGIS 3.6 gives the same for geography.
describe('length', () => {
  test.each([
    ['Riga to Liepaja', [24.1052, 56.9496], [21.0108, 56.5047], 195779.59504612949],
    ['across a street', [24.1, 56.95], [24.1001, 56.95], 6.085366369644757],
    ['a degree north', [0, 0], [0, 1], 110574.38855779878],
    ['a degree along the equator', [0, 0], [1, 0], 111319.49079327357],
    ['over the date line', [-179.5, 57], [179.5, 57], 60771.64272795508],
  ] as const)('D-OBJ-01: %s, along the ellipsoid', (_, from, to, lengthM) => {
    expect(distanceM(toMercator(from), toMercator(to))).toBeCloseTo(lengthM, 4);
  });

  test('no distance, and almost opposite points, end in a number', () => {
    expect(distanceM([5, 5], [5, 5])).toBe(0);
    const halfway = distanceM(toMercator([0, 0.3]), toMercator([179.9, -0.2]));
    expect(halfway).toBeGreaterThan(19_900_000);
    expect(halfway).toBeLessThan(20_040_000);
    expect(distanceM([0, 0], [0, HALF_WORLD_M])).toBeGreaterThan(9_000_000);
  });

  test('lines add up, points have none', () => {
    const line = [toMercator([24.1, 56.95]), toMercator([24.1001, 56.95])];
    expect(measureLengthM({ type: 'MultiLineString', coordinates: [line, line] })).toBeCloseTo(
      2 * 6.0853663696,
      6,
    );
    expect(measureLengthM({ type: 'MultiPoint', coordinates: line })).toBe(0);
  });
});

describe('area', () => {
  test.each([
    [
      'a large field',
      [
        [24, 56.9],
        [24.01, 56.9],
        [24.01, 56.905],
        [24, 56.905],
      ],
      339258.2400417328,
      1e-7,
    ],
    [
      'a country',
      [
        [21, 56],
        [28, 56],
        [28, 58],
        [21, 58],
      ],
      94610333412.16357,
      1e-4,
    ],
    [
      'a square degree at the equator',
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ],
      12308778361.469452,
      1e-6,
    ],
  ] as const)('%s', (_, ring, areaM2, tolerance) => {
    expect(Math.abs(measureAreaM2(polygon(ring)) / areaM2 - 1)).toBeLessThan(tolerance);
    expect(measureAreaM2(polygon([...ring].reverse()))).toBeCloseTo(measureAreaM2(polygon(ring)), 3);
  });

  test('holes are taken off, parts add up', () => {
    const shell = [
      [24, 56.9],
      [24.01, 56.9],
      [24.01, 56.905],
      [24, 56.905],
    ] as const;
    const hole = [
      [24.002, 56.901],
      [24.004, 56.901],
      [24.004, 56.902],
      [24.002, 56.902],
    ] as const;
    const whole = measureAreaM2(polygon(shell));
    const holed = polygon(shell, hole);
    expect(measureAreaM2(holed)).toBeCloseTo(whole - measureAreaM2(polygon(hole)), 6);
    const twice = { type: 'MultiPolygon', coordinates: [holed.coordinates, holed.coordinates] } as const;
    expect(measureAreaM2(twice)).toBeCloseTo(2 * measureAreaM2(holed), 6);
  });

  test('lines have none', () => {
    expect(
      measureAreaM2({
        type: 'LineString',
        coordinates: [
          [0, 0],
          [9, 9],
        ],
      }),
    ).toBe(0);
  });
});
