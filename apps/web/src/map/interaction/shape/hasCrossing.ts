import type { Geometry, PolygonRings, Position, Ring } from '@pgis/geo';
import { meet, type Segment } from '../../tools/drawing/crossesItself.ts';

interface IndexedSegment {
  readonly segment: Segment;
  readonly ring: number;
  readonly index: number;
  readonly minX: number;
  readonly maxX: number;
}

/**
 * True if the outlines of a polygon, holes included, cross each other, or one touches itself: the server refuses such
 * a shape. Edges are sorted by x, so that with 20 000 short edges only neighbours are compared. Lines may cross
 * themselves.
 */
export function hasCrossing(geometry: Geometry): boolean {
  if (geometry.type === 'Polygon') return hasCrossingRings(geometry.coordinates);
  return geometry.type === 'MultiPolygon' && hasCrossingRings(geometry.coordinates.flat());
}

function hasCrossingRings(rings: PolygonRings): boolean {
  const segments = rings.flatMap(toSegments).sort((a, b) => a.minX - b.minX);
  return segments.some((one, at) => {
    for (let next = at + 1; next < segments.length; next += 1) {
      const other = segments[next] as IndexedSegment;
      if (other.minX > one.maxX) return false;
      if (collide(one, other, rings)) return true;
    }
    return false;
  });
}

function toSegments(ring: Ring, number: number): readonly IndexedSegment[] {
  return ring.slice(1).map((to, index) => {
    const from = ring[index] as Position;
    const [minX, maxX] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    return { segment: [from, to], ring: number, index, minX, maxX };
  });
}

function collide(one: IndexedSegment, other: IndexedSegment, rings: PolygonRings): boolean {
  // Two rings may touch in a point.
  if (one.ring !== other.ring) return meet(one.segment, other.segment) === 'cross';
  const last = (rings[one.ring]?.length ?? 0) - 2;
  const apart = Math.abs(one.index - other.index);
  const areNeighbours = apart === 1 || apart === last;
  return !areNeighbours && meet(one.segment, other.segment) !== 'apart';
}
