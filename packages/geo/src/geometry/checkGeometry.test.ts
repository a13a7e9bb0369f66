import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWkt } from '../wkt/parseWkt.ts';
import { toWkt } from '../wkt/toWkt.ts';
import { checkGeometry } from './checkGeometry.ts';
import { GEOMETRY_LIMITS } from './GeometryProblem.ts';
import type { Geometry, Position } from './geometry.ts';

const number = fc.oneof(fc.double({ min: -3e7, max: 3e7, noNaN: true }), fc.constantFrom(0, 1));
const position = fc.tuple(number, number);
const path = fc.array(position, { minLength: 1, maxLength: 6 });
const ring = fc.oneof(
  path,
  path.map((points) => [...points, points[0] as Position]),
);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });
const geometry = fc.oneof(
  fc.record({ type: fc.constant('Point'), coordinates: position }),
  fc.record({ type: fc.constant('MultiPoint'), coordinates: path }),
  fc.record({ type: fc.constant('LineString'), coordinates: path }),
  fc.record({
    type: fc.constant('MultiLineString'),
    coordinates: fc.array(path, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('Polygon'), coordinates: polygon }),
  fc.record({
    type: fc.constant('MultiPolygon'),
    coordinates: fc.array(polygon, { minLength: 1, maxLength: 3 }),
  }),
) as fc.Arbitrary<Geometry>;

const circle = (corners: number): Position[] => {
  const points = Array.from({ length: corners }, (_, i): Position => [i, i % 2]);
  return [...points, points[0] as Position];
};
const codes = (one: Geometry) => checkGeometry(one).map(({ code }) => code);

describe('checkGeometry', () => {
  it('finds the same problems as the gate for text, in the same places', () => {
    fc.assert(
      fc.property(geometry, (one) => {
        const parsed = parseWkt(toWkt(one));
        expect(checkGeometry(one)).toEqual(parsed.ok ? [] : parsed.problems);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['NaN', { type: 'Point', coordinates: [Number.NaN, 1] }, 'GEOMETRY_NUMBER'],
    ['no points', { type: 'MultiPoint', coordinates: [] }, 'GEOMETRY_EMPTY'],
    ['no rings', { type: 'Polygon', coordinates: [] }, 'GEOMETRY_EMPTY'],
  ] as [string, Geometry, string][])('refuses %s', (_, one, code) => {
    expect(codes(one)).toEqual([code]);
  });

  it('takes as many vertices, rings and parts as the limits say, and not one more', () => {
    const { vertices, rings, parts } = GEOMETRY_LIMITS;
    expect(codes({ type: 'Polygon', coordinates: [circle(vertices - 1)] })).toEqual([]);
    expect(codes({ type: 'Polygon', coordinates: [circle(vertices)] })).toEqual([
      'GEOMETRY_TOO_MANY_VERTICES',
    ]);
    expect(codes({ type: 'Polygon', coordinates: Array(rings).fill(circle(3)) })).toEqual([]);
    expect(codes({ type: 'Polygon', coordinates: Array(rings + 1).fill(circle(3)) })).toEqual([
      'GEOMETRY_TOO_MANY_RINGS',
    ]);
    expect(codes({ type: 'MultiPoint', coordinates: Array(parts).fill([0, 0]) })).toEqual([]);
    expect(codes({ type: 'MultiPoint', coordinates: Array(parts + 1).fill([0, 0]) })).toEqual([
      'GEOMETRY_TOO_MANY_PARTS',
    ]);
  });
});
