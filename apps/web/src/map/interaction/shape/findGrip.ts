import { findGeometryKind, type Geometry, listPaths, type Position } from '@pgis/geo';
import { distanceBetween, nearestOnEdge } from '../snapping/chooseSnap.ts';
import type { VertexRef } from './vertices.ts';

/** The element of a shape under the pointer. An edge is identified by its first vertex. */
export interface Grip {
  readonly kind: 'vertex' | 'edge';
  readonly vertex: VertexRef;
  readonly position: Position;
}

/** Finds the nearest vertex within `tolerance`, else the nearest edge. */
export function findGrip(geometry: Geometry, position: Position, tolerance: number): Grip | null {
  const hasEdges = findGeometryKind(geometry.type) !== 'point';
  let best: Grip | null = null;
  let nearestDistance = tolerance;
  const paths = listPaths(geometry);
  for (const [path, positions] of paths.entries()) {
    for (const [index, here] of positions.entries()) {
      const distance = distanceBetween(position, here);
      if (distance > nearestDistance) continue;
      nearestDistance = distance;
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
      if (distance > nearestDistance) continue;
      nearestDistance = distance;
      best = { kind: 'edge', vertex: { path, index }, position: foot };
    }
  }
  return best;
}

/** Finds the first vertex of the polygon that contains a position; null outside and in a hole. */
export function findPolygonAt(geometry: Geometry, position: Position): VertexRef | null {
  const polygons =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  let path = 0;
  for (const rings of polygons) {
    // Even-odd rule: a position in an odd number of rings is inside, so holes are outside.
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
