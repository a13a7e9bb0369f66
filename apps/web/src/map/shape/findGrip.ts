import { findGeometryKind, type Geometry, listPaths, type Position } from '@pgis/geo';
import { distanceBetween, nearestOnEdge } from '../snapping/chooseSnap.ts';
import type { VertexRef } from './vertices.ts';

/** What of a shape lies under the pointer. An edge is named by the vertex it begins at. */
export interface Grip {
  readonly kind: 'vertex' | 'edge';
  readonly vertex: VertexRef;
  readonly position: Position;
}

/** The nearest vertex within `tolerance`, else the nearest edge. */
export function findGrip(geometry: Geometry, position: Position, tolerance: number): Grip | null {
  const hasEdges = findGeometryKind(geometry.type) !== 'point';
  let best: Grip | null = null;
  let least = tolerance;
  const paths = listPaths(geometry);
  for (const [path, positions] of paths.entries()) {
    for (const [index, here] of positions.entries()) {
      const distance = distanceBetween(position, here);
      if (distance > least) continue;
      least = distance;
      const isClosing = findGeometryKind(geometry.type) === 'polygon' && index === positions.length - 1;
      best = { kind: 'vertex', vertex: { path, index: isClosing ? 0 : index }, position: here };
    }
  }
  if (best !== null || !hasEdges) return best;
  for (const [path, positions] of paths.entries()) {
    for (let index = 0; index < positions.length - 1; index += 1) {
      const [a, b] = [positions[index] as Position, positions[index + 1] as Position];
      const foot = nearestOnEdge(position, a, b);
      const distance = distanceBetween(position, foot);
      if (distance > least) continue;
      least = distance;
      best = { kind: 'edge', vertex: { path, index }, position: foot };
    }
  }
  return best;
}

/** The first vertex of the polygon a position lies in; null outside, and in a hole. */
export function findPolygonAt(geometry: Geometry, position: Position): VertexRef | null {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  let path = 0;
  for (const rings of polygons) {
    // Inside an odd number of rings is inside the polygon: a hole takes the inside away again.
    if (rings.filter((ring) => isInRing(ring, position)).length % 2 === 1) return { path, index: 0 };
    path += rings.length;
  }
  return null;
}

function isInRing(ring: readonly Position[], [x, y]: Position): boolean {
  let isIn = false;
  for (let i = 1; i < ring.length; i += 1) {
    const [[ax, ay], [bx, by]] = [ring[i - 1] as Position, ring[i] as Position];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isIn = !isIn;
  }
  return isIn;
}
