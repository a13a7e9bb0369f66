import type { TwkbReader } from './readTwkb.ts';
import { twiceAreaOf } from './twiceAreaOf.ts';

/**
 * Turns the rings of a polygon in place as ol does before it draws: shells clockwise on the screen, holes against it. So
 * holes stay empty whichever way they came, and dashes run the same way.
 */
export function turnRings({ coordinates, ends, isShell }: TwkbReader): void {
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
