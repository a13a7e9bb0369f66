import type { Position } from '@pgis/geo';

/** A range of ol's flat coordinates: x and y in turn, from `start` up to but excluding `end`. */
export interface FlatPath {
  readonly coordinates: readonly number[];
  readonly start: number;
  readonly end: number;
}

interface Nearest {
  readonly position: Position;
  readonly distance: number;
}

/**
 * Returns the nearest vertex within `tolerance` of the position, else the nearest point on an edge; null if neither
 * is near. A vertex wins over a nearer edge, because corners could hardly be hit otherwise.
 */
export function chooseSnap(
  position: Position,
  paths: Iterable<FlatPath>,
  tolerance: number,
): Position | null {
  let vertex: Nearest = { position, distance: tolerance };
  let edge: Nearest = { position, distance: tolerance };
  let [hasVertex, hasEdge] = [false, false];
  for (const { coordinates, start, end } of paths) {
    for (let at = start; at < end; at += 2) {
      const here: Position = [coordinates[at] ?? Number.NaN, coordinates[at + 1] ?? Number.NaN];
      const distance = distanceBetween(position, here);
      if (distance <= vertex.distance) {
        vertex = { position: here, distance };
        hasVertex = true;
      }
      if (at === start || hasVertex) continue;
      const before: Position = [coordinates[at - 2] ?? Number.NaN, coordinates[at - 1] ?? Number.NaN];
      const foot = nearestOnEdge(position, before, here);
      const footDistance = distanceBetween(position, foot);
      if (footDistance <= edge.distance) {
        edge = { position: foot, distance: footDistance };
        hasEdge = true;
      }
    }
  }
  if (hasVertex) return vertex.position;
  return hasEdge ? edge.position : null;
}

export const distanceBetween = (a: Position, b: Position): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** The point of the edge from `a` to `b` that is nearest to the position. */
export function nearestOnEdge(position: Position, a: Position, b: Position): Position {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  if (length2 === 0) return a;
  const along = ((position[0] - a[0]) * dx + (position[1] - a[1]) * dy) / length2;
  const share = Math.min(1, Math.max(0, along));
  return [a[0] + share * dx, a[1] + share * dy];
}
