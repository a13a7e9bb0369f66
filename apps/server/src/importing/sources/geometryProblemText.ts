import type { SkipReason } from '@pgis/contract';
import type { GeometryProblemCode } from '@pgis/geo';

/** Returns what is wrong with a geometry, for the report of what cannot be imported; each sentence once. */
export const geometryProblemText = (problems: readonly { readonly code: GeometryProblemCode }[]): string =>
  [...new Set(problems.map(({ code }) => texts[code]))].join('; ');

/** Returns the group of problems of the first one. */
export const geometryReason = (problems: readonly { readonly code: GeometryProblemCode }[]): SkipReason =>
  reasons[problems[0]?.code ?? 'GEOMETRY_SYNTAX'];

const reasons: Readonly<Record<GeometryProblemCode, SkipReason>> = {
  GEOMETRY_DIMENSION: 'BAD_COORDINATES',
  GEOMETRY_EMPTY: 'NO_GEOMETRY',
  GEOMETRY_LINE_SHORT: 'TOO_FEW_CORNERS',
  GEOMETRY_NESTING: 'NOT_READABLE',
  GEOMETRY_NUMBER: 'OUTSIDE_WORLD',
  GEOMETRY_OUTSIDE: 'OUTSIDE_WORLD',
  GEOMETRY_RING_OPEN: 'INVALID_SHAPE',
  GEOMETRY_RING_SHORT: 'TOO_FEW_CORNERS',
  GEOMETRY_SRID: 'NOT_READABLE',
  GEOMETRY_SYNTAX: 'NOT_READABLE',
  GEOMETRY_TOO_MANY_PARTS: 'TOO_LARGE',
  GEOMETRY_TOO_MANY_RINGS: 'TOO_LARGE',
  GEOMETRY_TOO_MANY_VERTICES: 'TOO_LARGE',
  GEOMETRY_TYPE: 'GEOMETRY_TYPE',
};

const texts: Readonly<Record<GeometryProblemCode, string>> = {
  GEOMETRY_DIMENSION: 'the coordinates are not pairs of numbers',
  GEOMETRY_EMPTY: 'the geometry is empty',
  GEOMETRY_LINE_SHORT: 'a line has fewer than two different points',
  GEOMETRY_NESTING: 'the geometry is nested too deeply',
  GEOMETRY_NUMBER: 'a coordinate cannot be converted to the map; is --crs missing or wrong?',
  GEOMETRY_OUTSIDE: 'the geometry lies outside the world map; is --crs missing or wrong?',
  GEOMETRY_RING_OPEN: 'the outline of a polygon does not end where it starts',
  GEOMETRY_RING_SHORT: 'the outline of a polygon has fewer than four points',
  GEOMETRY_SRID: 'the geometry names a coordinate system of its own; leave it out and use --crs',
  GEOMETRY_SYNTAX: 'the text is not a geometry in WKT',
  GEOMETRY_TOO_MANY_PARTS: 'the geometry has too many parts',
  GEOMETRY_TOO_MANY_RINGS: 'a polygon has too many rings',
  GEOMETRY_TOO_MANY_VERTICES: 'the geometry has too many vertices',
  GEOMETRY_TYPE: 'this type of geometry cannot be imported',
};
