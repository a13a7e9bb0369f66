import { findGeometryKind, type Geometry, listPaths, type Position } from '@pgis/geo';

/**
 * A vertex, by the index of its path in `listPaths` and its index in the path. The closing position of a ring is no
 * vertex.
 */
export interface VertexRef {
  readonly path: number;
  readonly index: number;
}

type Path = readonly Position[];

const isPolygon = ({ type }: Geometry): boolean => findGeometryKind(type) === 'polygon';
const isPoint = ({ type }: Geometry): boolean => findGeometryKind(type) === 'point';

/** Number of vertices of a path; the closing position of a ring repeats the first one. */
const countOn = (geometry: Geometry, path: Path): number =>
  isPolygon(geometry) ? path.length - 1 : path.length;

/** Lists every vertex once, in the order of the paths. */
export const listVertices = (geometry: Geometry): readonly VertexRef[] =>
  listPaths(geometry).flatMap((positions, path) =>
    Array.from({ length: countOn(geometry, positions) }, (_, index) => ({ path, index })),
  );

export const positionOf = (geometry: Geometry, { path, index }: VertexRef): Position | undefined =>
  listPaths(geometry)[path]?.[index];

export function moveVertex(geometry: Geometry, { path, index }: VertexRef, to: Position): Geometry {
  return changePath(geometry, path, (positions) => closed(geometry, positions.with(index, to)));
}

/** Inserts a vertex on the edge that starts at the given vertex. Points have no edges. */
export function insertVertex(geometry: Geometry, { path, index }: VertexRef, at: Position): Geometry {
  if (isPoint(geometry)) return geometry;
  return changePath(geometry, path, (positions) => positions.toSpliced(index + 1, 0, at));
}

/** True if enough vertices remain: two on a line, three on a ring, one of several points. */
export function canRemoveVertex(geometry: Geometry, { path }: VertexRef): boolean {
  if (geometry.type === 'Point') return false;
  const minCount = isPolygon(geometry) ? 3 : isPoint(geometry) ? 1 : 2;
  return countOn(geometry, listPaths(geometry)[path] ?? []) > minCount;
}

export function removeVertex(geometry: Geometry, vertex: VertexRef): Geometry {
  if (!canRemoveVertex(geometry, vertex)) return geometry;
  return changePath(geometry, vertex.path, (positions) => {
    const rest = positions.toSpliced(vertex.index, 1);
    // Without its first vertex, a ring starts and ends at the next one.
    return isPolygon(geometry) && vertex.index === 0 ? [...rest.slice(0, -1), ...rest.slice(0, 1)] : rest;
  });
}

/** Lists the paths of one part of a geometry: a polygon with its holes, one line, or one of several points. */
export function listPartPaths(geometry: Geometry, path: number): readonly number[] {
  if (geometry.type === 'Polygon') return geometry.coordinates.map((_, index) => index);
  if (geometry.type !== 'MultiPolygon') return [path];
  let first = 0;
  for (const { length } of geometry.coordinates) {
    const start = first;
    if (path < start + length) return Array.from({ length }, (_, index) => start + index);
    first += length;
  }
  return [];
}

/** Moves the part that contains the vertex. */
export function movePart(
  geometry: Geometry,
  vertex: VertexRef,
  [dx, dy]: readonly [number, number],
): Geometry {
  const move = ([x, y]: Position): Position => [x + dx, y + dy];
  if (geometry.type === 'MultiPoint') {
    const position = positionOf(geometry, vertex);
    return position ? moveVertex(geometry, vertex, move(position)) : geometry;
  }
  const moved = new Set(listPartPaths(geometry, vertex.path));
  return withPaths(
    geometry,
    listPaths(geometry).map((positions, path) => (moved.has(path) ? positions.map(move) : positions)),
  );
}

/** Closes a ring: its last position repeats the first. */
function closed(geometry: Geometry, positions: Path): Path {
  const [first] = positions;
  return isPolygon(geometry) && first !== undefined ? positions.with(-1, first) : positions;
}

const changePath = (geometry: Geometry, path: number, change: (positions: Path) => Path): Geometry =>
  withPaths(
    geometry,
    listPaths(geometry).map((positions, index) => (index === path ? change(positions) : positions)),
  );

/** Rebuilds a geometry of the same type from paths in the order of `listPaths`. */
function withPaths(geometry: Geometry, paths: readonly Path[]): Geometry {
  const [first = []] = paths;
  switch (geometry.type) {
    case 'Point':
      return { type: geometry.type, coordinates: first[0] ?? geometry.coordinates };
    case 'MultiPoint':
    case 'LineString':
      return { type: geometry.type, coordinates: first };
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: paths };
    case 'MultiPolygon': {
      const rest = [...paths];
      return {
        type: geometry.type,
        coordinates: geometry.coordinates.map(({ length }) => rest.splice(0, length)),
      };
    }
  }
}
