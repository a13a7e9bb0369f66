import { findGeometryKind, type Geometry, listPaths, type Position } from '@pgis/geo';

/** A vertex: which of the geometry's paths (`listPaths`), and where on it. Of a ring the closing position is none. */
export interface VertexRef {
  readonly path: number;
  readonly index: number;
}

type Path = readonly Position[];

const isPolygon = ({ type }: Geometry): boolean => findGeometryKind(type) === 'polygon';
const isPoint = ({ type }: Geometry): boolean => findGeometryKind(type) === 'point';

/** Vertices of a path; the closing position of a ring is the first one again. */
const countOn = (geometry: Geometry, path: Path): number =>
  isPolygon(geometry) ? path.length - 1 : path.length;

/** Every vertex once, in the order of the paths. */
export const listVertices = (geometry: Geometry): readonly VertexRef[] =>
  listPaths(geometry).flatMap((positions, path) =>
    Array.from({ length: countOn(geometry, positions) }, (_, index) => ({ path, index })),
  );

export const positionOf = (geometry: Geometry, { path, index }: VertexRef): Position | undefined =>
  listPaths(geometry)[path]?.[index];

export function moveVertex(geometry: Geometry, { path, index }: VertexRef, to: Position): Geometry {
  return changePath(geometry, path, (positions) => closed(geometry, positions.with(index, to)));
}

/** On the edge that begins at the vertex; the new one comes after it. Points have no edges. */
export function insertVertex(geometry: Geometry, { path, index }: VertexRef, at: Position): Geometry {
  if (isPoint(geometry)) return geometry;
  return changePath(geometry, path, (positions) => positions.toSpliced(index + 1, 0, at));
}

/** Whether enough stay: two on a line, three on a ring, one of several points. */
export function canRemoveVertex(geometry: Geometry, { path }: VertexRef): boolean {
  if (geometry.type === 'Point') return false;
  const least = isPolygon(geometry) ? 3 : isPoint(geometry) ? 1 : 2;
  return countOn(geometry, listPaths(geometry)[path] ?? []) > least;
}

export function removeVertex(geometry: Geometry, vertex: VertexRef): Geometry {
  if (!canRemoveVertex(geometry, vertex)) return geometry;
  return changePath(geometry, vertex.path, (positions) => {
    const rest = positions.toSpliced(vertex.index, 1);
    // Without the vertex where a ring begins, it begins and ends at the next one.
    return isPolygon(geometry) && vertex.index === 0 ? [...rest.slice(0, -1), ...rest.slice(0, 1)] : rest;
  });
}

/** The paths that belong to one piece of a geometry: a polygon with its holes, one line, one of several points. */
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

/** Moves the piece to which the vertex belongs. */
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

/** The last position of a ring follows the first. */
function closed(geometry: Geometry, positions: Path): Path {
  const [first] = positions;
  return isPolygon(geometry) && first !== undefined ? positions.with(-1, first) : positions;
}

const changePath = (geometry: Geometry, path: number, change: (positions: Path) => Path): Geometry =>
  withPaths(
    geometry,
    listPaths(geometry).map((positions, index) => (index === path ? change(positions) : positions)),
  );

/** The same type with other positions; `paths` in the order of `listPaths`. */
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
