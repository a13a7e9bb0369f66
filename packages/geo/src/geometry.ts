import type { Extent } from './extent.ts';
import { emptyExtent } from './extent.ts';

/** `[x, y]`; in EPSG:3857 metres unless a name says lon/lat. */
export type Position = readonly [number, number];
export type Line = readonly Position[];
/** Closed: the last position repeats the first. */
export type Ring = readonly Position[];
/** The shell, then its holes. */
export type PolygonRings = readonly Ring[];

/** The same shape as a GeoJSON geometry (and as `getType()` and `getCoordinates()` of an ol geometry). */
export type Geometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] }
  | { readonly type: 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] }
  | { readonly type: 'Polygon'; readonly coordinates: PolygonRings }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly PolygonRings[] };

export type GeometryType = Geometry['type'];

/** The three kinds a layer tells apart; a multi geometry counts as its single kind. */
export type GeometryKind = 'point' | 'line' | 'polygon';

const KINDS: Readonly<Record<GeometryType, GeometryKind>> = {
  Point: 'point',
  MultiPoint: 'point',
  LineString: 'line',
  MultiLineString: 'line',
  Polygon: 'polygon',
  MultiPolygon: 'polygon',
};

/** The kind of a geometry type, undefined for types this product does not have (GeometryCollection, Circle …). */
export const findGeometryKind = (type: string): GeometryKind | undefined =>
  Object.hasOwn(KINDS, type) ? KINDS[type as GeometryType] : undefined;

/** The lines of a line, the rings of a polygon, or each point as a path of one. */
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

/** Number of positions; the closing one of a ring counts. */
export const countVertices = (geometry: Geometry): number =>
  listPaths(geometry).reduce((sum, path) => sum + path.length, 0);

/** `[minX, minY, maxX, maxY]` around all positions, in the units of the geometry; `emptyExtent` of one without any. */
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

type Move = (position: Position) => Position;

const movePath = (path: readonly Position[], move: Move): Position[] => path.map(move);
const moveRings = (rings: readonly (readonly Position[])[], move: Move): Position[][] =>
  rings.map((ring) => movePath(ring, move));

/** A new geometry of the same type with every position passed through `move`. */
export const mapPositions = (geometry: Geometry, move: Move): Geometry => {
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: move(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: movePath(geometry.coordinates, move) };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: moveRings(geometry.coordinates, move) };
    case 'MultiPolygon':
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.map((rings) => moveRings(rings, move)),
      };
  }
};

/** Moved by `dx`, `dy` in the geometry's own units; every vertex is kept. */
export const translateGeometry = (geometry: Geometry, dx: number, dy: number): Geometry =>
  mapPositions(geometry, ([x, y]) => [x + dx, y + dy]);
