import type { Extent } from '../extent.ts';
import { emptyExtent } from '../extent.ts';

/** `[x, y]`; in EPSG:3857 metres unless a name says lon/lat. */
export type Position = readonly [number, number];
export type Line = readonly Position[];
/** Closed: the last position repeats the first. */
export type Ring = readonly Position[];
/** The shell, followed by its holes. */
export type PolygonRings = readonly Ring[];

/** Has the shape of a GeoJSON geometry (and of `getType()` and `getCoordinates()` of an ol geometry). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] }
  | { readonly type: 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] }
  | { readonly type: 'Polygon'; readonly coordinates: PolygonRings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly PolygonRings[] };

export type GeometryType = Geometry['type'];

/** Codes of the types in WKB and in the formats made after it (EWKB, TWKB). */
export const wkbTypes: Readonly<Record<GeometryType, number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};

/** Geometry kinds of a layer; a multi geometry counts as its single kind. */
export type GeometryKind = 'point' | 'line' | 'polygon';

const KINDS: Readonly<Record<GeometryType, GeometryKind>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/**
 * Returns the kind of a geometry type; undefined for types this product does not have (GeometryCollection, Circle …).
 */
export const findGeometryKind = (type: string): GeometryKind | undefined =>
  Object.hasOwn(KINDS, type) ? KINDS[type as GeometryType] : undefined;

/** Returns the lines of a line, the rings of a polygon, or each point as a path of one position. */
export const listPaths = (geometry: Geometry): readonly (readonly Position[])[] => {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]];
    case 'MultiPoint':
    case 'LineString':
      return [geometry.coordinates];
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates;
    case 'MultiPolygon':
      return geometry.coordinates.flat();
  }
};

/** Returns the number of positions; the closing one of a ring counts. */
export const countVertices = (geometry: Geometry): number =>
  listPaths(geometry).reduce((sum, path) => sum + path.length, 0);

/** Returns the extent of all positions, in the units of the geometry; empty for a geometry without any. */
export const geometryExtent = (geometry: Geometry): Extent => {
  const extent = emptyExtent();
  for (const path of listPaths(geometry)) {
    for (const [x, y] of path) {
      if (x < extent[0]) extent[0] = x;
      if (y < extent[1]) extent[1] = y;
      if (x > extent[2]) extent[2] = x;
      if (y > extent[3]) extent[3] = y;
    }
  }
  return extent;
};

type Transform = (position: Position) => Position;

const mapPaths = (paths: readonly (readonly Position[])[], transform: Transform): Position[][] =>
  paths.map((path) => path.map(transform));

/** Returns a geometry of the same type with `transform` applied to every position. */
export const mapPositions = (geometry: Geometry, transform: Transform): Geometry => {
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: transform(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: geometry.coordinates.map(transform) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: mapPaths(geometry.coordinates, transform) };
    case 'MultiPolygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.map((rings) => mapPaths(rings, transform)),
      };
  }
};

/** Returns the geometry moved by `dx`, `dy` in its own units; every vertex is kept. */
export const translateGeometry = (geometry: Geometry, dx: number, dy: number): Geometry =>
  mapPositions(geometry, ([x, y]) => [x + dx, y + dy]);
