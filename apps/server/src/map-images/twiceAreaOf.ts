/**
 * Twice the area of a ring, closed by itself: above 0 when it runs clockwise where y grows downwards. Counted from its last
 * point, so that a small ring far from the origin keeps its digits.
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
