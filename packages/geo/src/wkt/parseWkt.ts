import type { Extent } from '../extent.ts';
import { emptyExtent } from '../extent.ts';
import {
  GEOMETRY_LIMITS,
  type GeometryProblem,
  type GeometryProblemCode,
  MAX_GEOMETRY_PROBLEMS,
} from '../geometry/GeometryProblem.ts';
import type { Geometry, GeometryKind, GeometryType, Position } from '../geometry/geometry.ts';
import { findGeometryKind } from '../geometry/geometry.ts';
import { HALF_WORLD_M } from '../projection/webMercator.ts';

export type ParsedWkt =
  | {
      readonly ok: true;
      readonly geometry: Geometry;
      readonly vertexCount: number;
      readonly kind: GeometryKind;
      readonly extent3857: Extent;
    }
  | { readonly ok: false; readonly problems: readonly GeometryProblem[] };

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
// No two parts of the pattern match the same character, so matching takes linear time.
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?=[\s,()]|$)/y;
const NOT_FINITE = /[+-]?(?:nan|inf|infinity)(?=[\s,()]|$)/iy;

/** State of the parser: its offset in the text, and what it has counted so far. */
type WktParser = {
  readonly text: string;
  offset: number;
  vertexCount: number;
  ringCount: number;
  readonly extent3857: Extent;
  readonly problems: GeometryProblem[];
};

/** Parses one construct; undefined when a problem was added and parsing stops. */
type Parse<T> = (parser: WktParser, path: string) => T | undefined;

const addProblem = (parser: WktParser, path: string, code: GeometryProblemCode): undefined => {
  if (parser.problems.length < MAX_GEOMETRY_PROBLEMS) parser.problems.push({ path, code });
  return undefined;
};

const consume = (parser: WktParser, pattern: RegExp): string => {
  pattern.lastIndex = parser.offset;
  const found = pattern.exec(parser.text)?.[0] ?? '';
  parser.offset += found.length;
  return found;
};

const consumeChar = (parser: WktParser, char: string): boolean => {
  consume(parser, SPACE);
  if (parser.text[parser.offset] !== char) return false;
  parser.offset += 1;
  return true;
};

const isNextChar = (parser: WktParser, char: string): boolean => {
  consume(parser, SPACE);
  return parser.text[parser.offset] === char;
};

const parseNumber: Parse<number> = (parser, path) => {
  consume(parser, SPACE);
  const digits = consume(parser, NUMBER);
  if (digits === '') {
    if (isNextChar(parser, '(')) return addProblem(parser, path, 'GEOMETRY_NESTING');
    if (consume(parser, NOT_FINITE) !== '') return addProblem(parser, path, 'GEOMETRY_NUMBER');
    return addProblem(parser, path, emptyOrSyntaxCode(parser));
  }
  const value = Number(digits);
  return Number.isFinite(value) ? value + 0 : addProblem(parser, path, 'GEOMETRY_NUMBER'); // + 0 turns -0 into 0
};

const parsePosition: Parse<Position> = (parser, path) => {
  const x = parseNumber(parser, path);
  if (x === undefined) return undefined;
  const y = parseNumber(parser, path);
  if (y === undefined) return undefined;
  if (!isNextChar(parser, ',') && !isNextChar(parser, ')')) {
    return parseNumber(parser, path) === undefined
      ? undefined
      : addProblem(parser, path, 'GEOMETRY_DIMENSION');
  }
  parser.vertexCount += 1;
  if (parser.vertexCount > GEOMETRY_LIMITS.vertices)
    return addProblem(parser, '', 'GEOMETRY_TOO_MANY_VERTICES');
  if (Math.abs(x) > HALF_WORLD_M || Math.abs(y) > HALF_WORLD_M) addProblem(parser, path, 'GEOMETRY_OUTSIDE');
  growExtent(parser.extent3857, x, y);
  return [x, y];
};

const growExtent = (extent: Extent, x: number, y: number): void => {
  if (x < extent[0]) extent[0] = x;
  if (y < extent[1]) extent[1] = y;
  if (x > extent[2]) extent[2] = x;
  if (y > extent[3]) extent[3] = y;
};

/** `(item, item, …)` with at least one item. */
const parseList =
  <T>(parseItem: Parse<T>, limit?: { max: number; code: GeometryProblemCode }): Parse<T[]> =>
  (parser, path) => {
    if (!consumeChar(parser, '(')) return addProblem(parser, path, emptyOrSyntaxCode(parser));
    if (isNextChar(parser, ')')) return addProblem(parser, path, 'GEOMETRY_EMPTY');
    const items: T[] = [];
    do {
      if (limit && items.length >= limit.max) return addProblem(parser, '', limit.code);
      const item = parseItem(parser, `${path}[${items.length}]`);
      if (item === undefined) return undefined;
      items.push(item);
    } while (consumeChar(parser, ','));
    return consumeChar(parser, ')') ? items : addProblem(parser, path, 'GEOMETRY_SYNTAX');
  };

const emptyOrSyntaxCode = (parser: WktParser): GeometryProblemCode =>
  consume(parser, WORD).toUpperCase() === 'EMPTY' ? 'GEOMETRY_EMPTY' : 'GEOMETRY_SYNTAX';

const PART_LIMIT = { max: GEOMETRY_LIMITS.parts, code: 'GEOMETRY_TOO_MANY_PARTS' } as const;

const parsePath = parseList(parsePosition);

const parsePoint: Parse<Position> = (parser, path) => {
  if (!consumeChar(parser, '(')) return addProblem(parser, path, emptyOrSyntaxCode(parser));
  if (isNextChar(parser, ')')) return addProblem(parser, path, 'GEOMETRY_EMPTY');
  const point = parsePosition(parser, path);
  if (point === undefined) return undefined;
  return consumeChar(parser, ')') ? point : addProblem(parser, path, 'GEOMETRY_SYNTAX');
};

/** Both forms are in use: `MULTIPOINT((1 2),(3 4))` and `MULTIPOINT(1 2,3 4)`. */
const parseMultiPoint = parseList(
  (parser, path) => (isNextChar(parser, '(') ? parsePoint(parser, path) : parsePosition(parser, path)),
  PART_LIMIT,
);

const parseLine: Parse<Position[]> = (parser, path) => {
  const line = parsePath(parser, path);
  if (line && line.length < 2) addProblem(parser, path, 'GEOMETRY_LINE_SHORT');
  return line;
};

const parseRing: Parse<Position[]> = (parser, path) => {
  parser.ringCount += 1;
  if (parser.ringCount > GEOMETRY_LIMITS.rings) return addProblem(parser, '', 'GEOMETRY_TOO_MANY_RINGS');
  const ring = parsePath(parser, path);
  if (ring === undefined) return undefined;
  const [first, last] = [ring[0], ring.at(-1)];
  if (first?.[0] !== last?.[0] || first?.[1] !== last?.[1]) addProblem(parser, path, 'GEOMETRY_RING_OPEN');
  else if (ring.length < 4) addProblem(parser, path, 'GEOMETRY_RING_SHORT');
  return ring;
};

const parsePolygon = parseList(parseRing);
const parseMultiLine = parseList(parseLine, PART_LIMIT);
const parseMultiPolygon = parseList(parsePolygon, PART_LIMIT);

const toGeometry = <T extends GeometryType, C>(type: T, coordinates: C | undefined) =>
  coordinates === undefined ? undefined : { type, coordinates };

const parseGeometry = (parser: WktParser, type: GeometryType): Geometry | undefined => {
  switch (type) {
    case 'Point':
      return toGeometry(type, parsePoint(parser, ''));
    case 'MultiPoint':
      return toGeometry(type, parseMultiPoint(parser, ''));
    case 'LineString':
      return toGeometry(type, parseLine(parser, ''));
    case 'MultiLineString':
      return toGeometry(type, parseMultiLine(parser, ''));
    case 'Polygon':
      return toGeometry(type, parsePolygon(parser, ''));
    case 'MultiPolygon':
      return toGeometry(type, parseMultiPolygon(parser, ''));
  }
};

const parseType = (parser: WktParser): GeometryType | undefined => {
  consume(parser, SPACE);
  const word = consume(parser, WORD).toUpperCase();
  if (word === 'SRID') return addProblem(parser, '', 'GEOMETRY_SRID');
  if (word === '') return addProblem(parser, '', 'GEOMETRY_SYNTAX');
  const type = Object.hasOwn(TYPES, word) ? TYPES[word] : undefined;
  if (!type) {
    const flat = word.replace(/(?:ZM|Z|M)$/, '');
    return addProblem(parser, '', Object.hasOwn(TYPES, flat) ? 'GEOMETRY_DIMENSION' : 'GEOMETRY_TYPE');
  }
  if (isNextChar(parser, '(')) return type;
  const suffix = consume(parser, WORD).toUpperCase();
  if (suffix === 'EMPTY') return addProblem(parser, '', 'GEOMETRY_EMPTY');
  return addProblem(parser, '', /^(?:ZM|Z|M)$/.test(suffix) ? 'GEOMETRY_DIMENSION' : 'GEOMETRY_SYNTAX');
};

/**
 * Parses the well-known text of one 2D [Multi]Point, [Multi]LineString or [Multi]Polygon in EPSG:3857; every geometry
 * from outside passes through here before SQL. Checks and never repairs; a self-crossing ring passes (the database
 * decides validity). Never throws, takes linear time, stops at the first problem of syntax or size and lists up to
 * ten others.
 */
export const parseWkt = (text: string): ParsedWkt => {
  const parser: WktParser = {
    text,
    offset: 0,
    vertexCount: 0,
    ringCount: 0,
    extent3857: emptyExtent(),
    problems: [],
  };
  const type = parseType(parser);
  const geometry = type && parseGeometry(parser, type);
  if (geometry) {
    consume(parser, SPACE);
    if (parser.offset < text.length) addProblem(parser, '', 'GEOMETRY_SYNTAX');
  }
  const kind = geometry && findGeometryKind(geometry.type);
  if (!geometry || !kind || parser.problems.length > 0) return { ok: false, problems: parser.problems };
  return { ok: true, geometry, vertexCount: parser.vertexCount, kind, extent3857: parser.extent3857 };
};
