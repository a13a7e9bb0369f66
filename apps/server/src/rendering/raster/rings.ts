import type { TwkbReader } from './TwkbReader.ts';

/**
 * Returns twice the signed area of a ring, which is closed implicitly: above 0 when it runs clockwise with y downwards.
 * Counts from the last point, so that a small ring far from the origin keeps its digits.
 */
export function twiceAreaOf(points: ArrayLike<number>, from: number, to: number): number {
  const originX = points[to - 2] as number;
  const originY = points[to - 1] as number;
  let sum = 0;
  let x = 0;
  let y = 0;
  for (let i = from; i < to; i += 2) {
    const nextX = (points[i] as number) - originX;
    const nextY = (points[i + 1] as number) - originY;
    sum += x * nextY - nextX * y;
    x = nextX;
    y = nextY;
  }
  return sum;
}

/**
 * Orients the rings of a polygon in place as ol does before it draws: shells clockwise on the screen, holes the other way.
 * So holes stay empty whichever way they came, and dashes run the same way.
 */
export function orientRings({ coordinates, ends, isShell }: TwkbReader): void {
  let from = 0;
  for (const [i, to] of ends.entries()) {
    const twiceArea = twiceAreaOf(coordinates, from, to);
    if (isShell[i] ? twiceArea <= 0 : twiceArea > 0) reverse(coordinates, from, to);
    from = to;
  }
}

function reverse(points: Float64Array, from: number, to: number): void {
  for (let i = from, j = to - 2; i < j; i += 2, j -= 2) {
    const [x, y] = [points[i] as number, points[i + 1] as number];
    points[i] = points[j] as number;
    points[i + 1] = points[j + 1] as number;
    points[j] = x;
    points[j + 1] = y;
  }
}
