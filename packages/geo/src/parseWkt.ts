import type { Extent } from './extent.ts';
import { emptyExtent } from './extent.ts';
import type { Geometry, GeometryKind, GeometryType, Position } from './geometry.ts';
import { findGeometryKind } from './geometry.ts';
import { HALF_WORLD_M } from './webMercator.ts';

/** What one geometry may hold. */
export const GEOMETRY_LIMITS = { vertices: 20_000, rings: 500, parts: 500 } as const;

export const GEOMETRY_PROBLEM_CODES = [
  /** Not well-known text. */
  'GEOMETRY_SYNTAX',
  /** A GEOMETRYCOLLECTION, a curve, an unknown word. */
  'GEOMETRY_TYPE',
  'GEOMETRY_EMPTY',
  /** Z or M values. */
  'GEOMETRY_DIMENSION',
  /** An `SRID=…;` prefix. */
  'GEOMETRY_SRID',
  /** Brackets deeper than the type has. */
  'GEOMETRY_NESTING',
  /** NaN, Infinity or a number that overflows. */
  'GEOMETRY_NUMBER',
  /** Outside the EPSG:3857 world. */
  'GEOMETRY_OUTSIDE',
  'GEOMETRY_TOO_MANY_VERTICES',
  'GEOMETRY_TOO_MANY_RINGS',
  'GEOMETRY_TOO_MANY_PARTS',
  /** A line of less than two points. */
  'GEOMETRY_LINE_SHORT',
  /** A ring of less than four points. */
  'GEOMETRY_RING_SHORT',
  /** A ring whose last point is not its first. */
  'GEOMETRY_RING_OPEN',
] as const;

export type GeometryProblemCode = (typeof GEOMETRY_PROBLEM_CODES)[number];

/** `path` is the place in the coordinates, `[part][ring][vertex]` as deep as the type goes; '' is the whole text. */
export type GeometryProblem = { readonly path: string; readonly code: GeometryProblemCode };

export type ParsedWkt =
  | {
      readonly ok: true;
      readonly geometry: Geometry;
      readonly vertexCount: number;
      readonly kind: GeometryKind;
      readonly extent3857: Extent;
    }
  | { readonly ok: false; readonly problems: readonly GeometryProblem[] };

const MAX_PROBLEMS = 10;
const TYPES: Readonly<Record<string, GeometryType>> = {
  POINT: 'Point',
  MULTIPOINT: 'MultiPoint',
  LINESTRING: 'LineString',
  MULTILINESTRING: 'MultiLineString',
  POLYGON: 'Polygon',
  MULTIPOLYGON: 'MultiPolygon',
};

const SPACE = /[ \t\r\n]*/y;
const WORD = /[A-Za-z]+/y;
// No two parts can take the same character, so it never looks at one twice.
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?=[\s,()]|$)/y;
const NOT_FINITE = /[+-]?(?:nan|inf|infinity)(?=[\s,()]|$)/iy;

/** The place in the text and what was counted on the way. */
type Reading = {
  readonly text: string;
  at: number;
  vertexCount: number;
  ringCount: number;
  readonly extent3857: Extent;
  readonly problems: GeometryProblem[];
};

/** Undefined means: a problem was noted, reading ends. */
type Read<T> = (reading: Reading, path: string) => T | undefined;

const note = (reading: Reading, path: string, code: GeometryProblemCode): undefined => {
  if (reading.problems.length < MAX_PROBLEMS) reading.problems.push({ path, code });
  return undefined;
};

const take = (reading: Reading, pattern: RegExp): string => {
  pattern.lastIndex = reading.at;
  const found = pattern.exec(reading.text)?.[0] ?? '';
  reading.at += found.length;
  return found;
};

const takeChar = (reading: Reading, char: string): boolean => {
  take(reading, SPACE);
  if (reading.text[reading.at] !== char) return false;
  reading.at += 1;
  return true;
};

const isNext = (reading: Reading, char: string): boolean => {
  take(reading, SPACE);
  return reading.text[reading.at] === char;
};

const readNumber: Read<number> = (reading, path) => {
  take(reading, SPACE);
  const digits = take(reading, NUMBER);
  if (digits === '') {
    if (isNext(reading, '(')) return note(reading, path, 'GEOMETRY_NESTING');
    if (take(reading, NOT_FINITE) !== '') return note(reading, path, 'GEOMETRY_NUMBER');
    return note(reading, path, emptyOrSyntax(reading));
  }
  const value = Number(digits);
  return Number.isFinite(value) ? value + 0 : note(reading, path, 'GEOMETRY_NUMBER'); // + 0: -0 becomes 0
};

const readPosition: Read<Position> = (reading, path) => {
  const x = readNumber(reading, path);
  if (x === undefined) return undefined;
  const y = readNumber(reading, path);
  if (y === undefined) return undefined;
  if (!isNext(reading, ',') && !isNext(reading, ')')) {
    return readNumber(reading, path) === undefined ? undefined : note(reading, path, 'GEOMETRY_DIMENSION');
  }
  reading.vertexCount += 1;
  if (reading.vertexCount > GEOMETRY_LIMITS.vertices) return note(reading, '', 'GEOMETRY_TOO_MANY_VERTICES');
  if (Math.abs(x) > HALF_WORLD_M || Math.abs(y) > HALF_WORLD_M) note(reading, path, 'GEOMETRY_OUTSIDE');
  growExtent(reading.extent3857, x, y);
  return [x, y];
};

const growExtent = (extent: Extent, x: number, y: number): void => {
  if (x < extent[0]) extent[0] = x;
  if (y < extent[1]) extent[1] = y;
  if (x > extent[2]) extent[2] = x;
  if (y > extent[3]) extent[3] = y;
};

/** `(item, item, …)` with at least one item. */
const readList =
  <T>(readItem: Read<T>, limit?: { most: number; code: GeometryProblemCode }): Read<T[]> =>
  (reading, path) => {
    if (!takeChar(reading, '(')) return note(reading, path, emptyOrSyntax(reading));
    if (isNext(reading, ')')) return note(reading, path, 'GEOMETRY_EMPTY');
    const items: T[] = [];
    do {
      if (limit && items.length >= limit.most) return note(reading, '', limit.code);
      const item = readItem(reading, `${path}[${items.length}]`);
      if (item === undefined) return undefined;
      items.push(item);
    } while (takeChar(reading, ','));
    return takeChar(reading, ')') ? items : note(reading, path, 'GEOMETRY_SYNTAX');
  };

const emptyOrSyntax = (reading: Reading): GeometryProblemCode =>
  take(reading, WORD).toUpperCase() === 'EMPTY' ? 'GEOMETRY_EMPTY' : 'GEOMETRY_SYNTAX';

const PARTS = { most: GEOMETRY_LIMITS.parts, code: 'GEOMETRY_TOO_MANY_PARTS' } as const;

const readPath = readList(readPosition);

const readPoint: Read<Position> = (reading, path) => {
  if (!takeChar(reading, '(')) return note(reading, path, emptyOrSyntax(reading));
  if (isNext(reading, ')')) return note(reading, path, 'GEOMETRY_EMPTY');
  const point = readPosition(reading, path);
  if (point === undefined) return undefined;
  return takeChar(reading, ')') ? point : note(reading, path, 'GEOMETRY_SYNTAX');
};

/** Both forms in use: `MULTIPOINT((1 2),(3 4))` and `MULTIPOINT(1 2,3 4)`. */
const readMultiPoint = readList(
  (reading, path) => (isNext(reading, '(') ? readPoint(reading, path) : readPosition(reading, path)),
  PARTS,
);

const readLine: Read<Position[]> = (reading, path) => {
  const line = readPath(reading, path);
  if (line && line.length < 2) note(reading, path, 'GEOMETRY_LINE_SHORT');
  return line;
};

const readRing: Read<Position[]> = (reading, path) => {
  reading.ringCount += 1;
  if (reading.ringCount > GEOMETRY_LIMITS.rings) return note(reading, '', 'GEOMETRY_TOO_MANY_RINGS');
  const ring = readPath(reading, path);
  if (ring === undefined) return undefined;
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) note(reading, path, 'GEOMETRY_RING_OPEN');
  else if (ring.length < 4) note(reading, path, 'GEOMETRY_RING_SHORT');
  return ring;
};

const readPolygon = readList(readRing);
const readMultiLine = readList(readLine, PARTS);
const readMultiPolygon = readList(readPolygon, PARTS);

const geometryOf = <T extends GeometryType, C>(type: T, coordinates: C | undefined) =>
  coordinates === undefined ? undefined : { type, coordinates };

const readGeometry = (reading: Reading, type: GeometryType): Geometry | undefined => {
  switch (type) {
    case 'Point':
      return geometryOf(type, readPoint(reading, ''));
    case 'MultiPoint':
      return geometryOf(type, readMultiPoint(reading, ''));
    case 'LineString':
      return geometryOf(type, readLine(reading, ''));
    case 'MultiLineString':
      return geometryOf(type, readMultiLine(reading, ''));
    case 'Polygon':
      return geometryOf(type, readPolygon(reading, ''));
    case 'MultiPolygon':
      return geometryOf(type, readMultiPolygon(reading, ''));
  }
};

const readType = (reading: Reading): GeometryType | undefined => {
  take(reading, SPACE);
  const word = take(reading, WORD).toUpperCase();
  if (word === 'SRID') return note(reading, '', 'GEOMETRY_SRID');
  if (word === '') return note(reading, '', 'GEOMETRY_SYNTAX');
  const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (!type) {
    const flat = word.replace(/(?:ZM|Z|M)$/, '');
    return note(reading, '', Object.hasOwn(TYPES, flat) ? 'GEOMETRY_DIMENSION' : 'GEOMETRY_TYPE');
  }
  if (isNext(reading, '(')) return type;
  const suffix = take(reading, WORD).toUpperCase();
  if (suffix === 'EMPTY') return note(reading, '', 'GEOMETRY_EMPTY');
  return note(reading, '', /^(?:ZM|Z|M)$/.test(suffix) ? 'GEOMETRY_DIMENSION' : 'GEOMETRY_SYNTAX');
};

/**
 * The gate before SQL: well-known text of one 2D [Multi]Point, [Multi]LineString or [Multi]Polygon in EPSG:3857.
 * It checks and never repairs; a self-crossing ring passes (the database decides validity). Never throws, takes time
 * linear in the text, stops at the first problem of syntax or size and lists up to ten others.
 */
export const parseWkt = (text: string): ParsedWkt => {
  const reading: Reading = {
    text,
    at: 0,
    vertexCount: 0,
    ringCount: 0,
    extent3857: emptyExtent(),
    problems: [],
  };
  const type = readType(reading);
  const geometry = type && readGeometry(reading, type);
  if (geometry) {
    take(reading, SPACE);
    if (reading.at < text.length) note(reading, '', 'GEOMETRY_SYNTAX');
  }
  const kind = geometry && findGeometryKind(geometry.type);
  if (!geometry || !kind || reading.problems.length > 0) return { ok: false, problems: reading.problems };
  return { ok: true, geometry, vertexCount: reading.vertexCount, kind, extent3857: reading.extent3857 };
};
