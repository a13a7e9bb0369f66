import type { GeometryProblemCode } from '@pgis/geo';

/** Returns what is wrong with a geometry, for the report of what cannot be imported; each sentence once. */
export const geometryProblemText = (problems: readonly { readonly code: GeometryProblemCode }[]): string =>
  [...new Set(problems.map(({ code }) => texts[code]))].join('; ');

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
