import type { Geometry, Position } from '../geometry/geometry.ts';
import { findGeometryKind, listPaths } from '../geometry/geometry.ts';
import { distanceM } from './measureLength.ts';

const nearestOnSegment = ([x, y]: Position, from: Position, to: Position): Position => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const lengthSq = dx * dx + dy * dy;
  const along = lengthSq === 0 ? 0 : ((x - from[0]) * dx + (y - from[1]) * dy) / lengthSq;
  const part = Math.min(1, Math.max(0, along));
  return [from[0] + part * dx, from[1] + part * dy];
};

/** Even-odd rule over all rings: a hole is outside. */
const isInside = ([x, y]: Position, rings: readonly (readonly Position[])[]): boolean => {
  let crossings = 0;
  for (const ring of rings)
    for (let i = 1; i < ring.length; i += 1) {
      const [x1, y1] = ring[i - 1] as Position;
      const [x2, y2] = ring[i] as Position;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) crossings += 1;
    }
  return crossings % 2 === 1;
};

/**
 * Returns the geodesic metres from an EPSG:3857 position to the nearest point of a geometry; 0 inside a polygon. The
 * nearest point is found in the projection, which keeps angles, so the result is exact for near geometries and
 * matches what the map shows for far ones.
 */
export const distanceToM = (geometry: Geometry, from: Position): number => {
  // The points of a MultiPoint are not the vertices of a line.
  const paths = geometry.type === 'MultiPoint' ? geometry.coordinates.map((at) => [at]) : listPaths(geometry);
  if (findGeometryKind(geometry.type) === 'polygon' && isInside(from, paths)) return 0;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const path of paths)
    for (const [index, to] of path.entries())
      nearestM = Math.min(nearestM, distanceM(from, nearestOnSegment(from, path[index - 1] ?? to, to)));
  return nearestM;
};
