import type { Geometry, PolygonRings, Position, Ring } from '@pgis/geo';
import { meet, type Segment } from '../tools/crossesItself.ts';

interface Piece {
  readonly segment: Segment;
  readonly ring: number;
  readonly index: number;
  readonly minX: number;
  readonly maxX: number;
}

/**
 * Whether the outlines of a polygon, holes included, cross each other, or one touches itself: the server takes no such
 * shape. Sorted by x, so that of 20 000 short edges only neighbours are compared. Lines may cross themselves.
 */
export function hasCrossing(geometry: Geometry): boolean {
  if (geometry.type === 'Polygon') return hasCrossingRings(geometry.coordinates);
  return geometry.type === 'MultiPolygon' && hasCrossingRings(geometry.coordinates.flat());
}

function hasCrossingRings(rings: PolygonRings): boolean {
  const pieces = rings.flatMap(toPieces).sort((a, b) => a.minX - b.minX);
  return pieces.some((one, at) => {
    for (let next = at + 1; next < pieces.length; next += 1) {
      const other = pieces[next] as Piece;
      if (other.minX > one.maxX) return false;
      if (collide(one, other, rings)) return true;
    }
    return false;
  });
}

function toPieces(ring: Ring, number: number): readonly Piece[] {
  return ring.slice(1).map((to, index) => {
    const from = ring[index] as Position;
    const [minX, maxX] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    return { segment: [from, to], ring: number, index, minX, maxX };
  });
}

function collide(one: Piece, other: Piece, rings: PolygonRings): boolean {
  // Two rings may meet in a point.
  if (one.ring !== other.ring) return meet(one.segment, other.segment) === 'cross';
  const last = (rings[one.ring]?.length ?? 0) - 2;
  const apart = Math.abs(one.index - other.index);
  const areNeighbours = apart === 1 || apart === last;
  return !areNeighbours && meet(one.segment, other.segment) !== 'apart';
}
