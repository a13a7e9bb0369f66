import type { Position, Ring } from '@pgis/geo';

export type Segment = readonly [Position, Position];

/** Twice the signed area of the triangle: positive if `c` is left of `a` → `b`. */
const turn = (a: Position, b: Position, c: Position) =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

const isBetween = (a: Position, b: Position, c: Position) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);

/** Relation of two segments: they cross, a point of one lies on the other, or neither. */
export function meet([a, b]: Segment, [c, d]: Segment): 'apart' | 'touch' | 'cross' {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return 'cross';
  const isTouching =
    (abc === 0 && isBetween(a, b, c)) ||
    (abd === 0 && isBetween(a, b, d)) ||
    (cda === 0 && isBetween(c, d, a)) ||
    (cdb === 0 && isBetween(c, d, b));
  return isTouching ? 'touch' : 'apart';
}

/**
 * True if the outline of a closed ring crosses or touches itself, which the server refuses. For shapes drawn by hand;
 * the time grows with the square of the number of points.
 */
export function crossesItself(ring: Ring): boolean {
  const segments = ring.slice(1).map((to, index): Segment => [ring[index] as Position, to]);
  const last = segments.length - 1;
  return segments.some((one, i) =>
    segments.some((other, j) => {
      const areNeighbours = j === i + 1 || (i === 0 && j === last);
      return j > i && !areNeighbours && meet(one, other) !== 'apart';
    }),
  );
}
