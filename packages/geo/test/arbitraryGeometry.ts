import fc from 'fast-check';
import type { Geometry, Position } from '../src/index.ts';
import { HALF_WORLD_M } from '../src/index.ts';

const ordinate = fc.double({ min: -HALF_WORLD_M, max: HALF_WORLD_M, noNaN: true }).map((value) => value + 0); // -0 has no text of its own
const position: fc.Arbitrary<Position> = fc.tuple(ordinate, ordinate);
const line = fc.array(position, { minLength: 2, maxLength: 8 });
const ring = fc.array(position, { minLength: 3, maxLength: 8 }).map((open) => [...open, open[0] as Position]);
const polygon = fc.array(ring, { minLength: 1, maxLength: 3 });

const several = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 4 });

/** Generates geometries that `parseWkt` accepts. */
export const arbitraryGeometry: fc.Arbitrary<Geometry> = fc.oneof(
  position.map((coordinates) => ({ type: 'Point', coordinates }) as const),
  several(position).map((coordinates) => ({ type: 'MultiPoint', coordinates }) as const),
  line.map((coordinates) => ({ type: 'LineString', coordinates }) as const),
  several(line).map((coordinates) => ({ type: 'MultiLineString', coordinates }) as const),
  polygon.map((coordinates) => ({ type: 'Polygon', coordinates }) as const),
  several(polygon).map((coordinates) => ({ type: 'MultiPolygon', coordinates }) as const),
);
