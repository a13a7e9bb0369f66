/** Limits of one geometry. */
export const GEOMETRY_LIMITS = { vertices: 20_000, rings: 500, parts: 500 } as const;

export const GEOMETRY_PROBLEM_CODES = [
  /** The text is not well-known text. */
  'GEOMETRY_SYNTAX',
  /** A GEOMETRYCOLLECTION, a curve, an unknown word. */
  'GEOMETRY_TYPE',
  'GEOMETRY_EMPTY',
  /** The geometry has Z or M values. */
  'GEOMETRY_DIMENSION',
  /** An `SRID=…;` prefix. */
  'GEOMETRY_SRID',
  /** Brackets are nested deeper than the type allows. */
  'GEOMETRY_NESTING',
  /** NaN, Infinity or a number that overflows. */
  'GEOMETRY_NUMBER',
  /** Outside the EPSG:3857 world. */
  'GEOMETRY_OUTSIDE',
  'GEOMETRY_TOO_MANY_VERTICES',
  'GEOMETRY_TOO_MANY_RINGS',
  'GEOMETRY_TOO_MANY_PARTS',
  /** A line has fewer than two points. */
  'GEOMETRY_LINE_SHORT',
  /** A ring has fewer than four points. */
  'GEOMETRY_RING_SHORT',
  /** The last point of a ring is not its first. */
  'GEOMETRY_RING_OPEN',
] as const;

export type GeometryProblemCode = (typeof GEOMETRY_PROBLEM_CODES)[number];

/**
 * `path` points into the coordinates, `[part][ring][vertex]` as deep as the type goes; '' is the whole geometry.
 */
export type GeometryProblem = { readonly path: string; readonly code: GeometryProblemCode };

/** Checks stop listing problems after this many. */
export const MAX_GEOMETRY_PROBLEMS = 10;
