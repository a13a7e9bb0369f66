import type { Geometry, Position } from '@pgis/geo';

/** Pairs of sides that are compared in one polygon; a polygon with more counts as one that does not cross itself. */
const MAX_PAIRS = 1_000_000;

/** True for a polygon of which two sides cross. Sides that only touch are left to the database. */
export function crossesItself(geometry: Geometry): boolean {
  if (geometry.type === 'Polygon') return hasCrossing(geometry.coordinates);
  return geometry.type === 'MultiPolygon' && geometry.coordinates.some(hasCrossing);
}

interface Side {
  readonly a: Position;
  readonly b: Position;
  readonly minX: number;
  readonly maxX: number;
}

function hasCrossing(rings: readonly (readonly Position[])[]): boolean {
  const sides = rings.flatMap(toSides).sort((one, other) => one.minX - other.minX);
  let pairs = 0;
  for (const [i, one] of sides.entries())
    for (let j = i + 1; j < sides.length; j++) {
      const other = sides[j];
      // Sorted by their left ends: all sides after this one begin to the right of it.
      if (other === undefined || other.minX > one.maxX) break;
      if (++pairs > MAX_PAIRS) return false;
      if (doCross(one, other)) return true;
    }
  return false;
}

function toSides(ring: readonly Position[]): Side[] {
  const sides: Side[] = [];
  for (let i = 1; i < ring.length; i++) {
    const [a, b] = [ring[i - 1], ring[i]];
    if (a !== undefined && b !== undefined)
      sides.push({ a, b, minX: Math.min(a[0], b[0]), maxX: Math.max(a[0], b[0]) });
  }
  return sides;
}

const doCross = ({ a, b }: Side, { a: c, b: d }: Side): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;

/** Positive when `c` lies left of the line from `a` to `b`. */
const turn = (a: Position, b: Position, c: Position): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
