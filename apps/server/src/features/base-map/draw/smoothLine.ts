/**
 * Rounds the corners of a line by Chaikin's rule: each inner point gives way to two, a quarter of the way to its
 * neighbours. Open lines keep their ends; `isFixed` keeps other points. Points are x0, y0, x1, y1 …
 */
export function smoothLine(
  points: Float64Array,
  {
    isRing,
    rounds,
    isFixed,
  }: { isRing: boolean; rounds: number; isFixed: (x: number, y: number) => boolean },
): Float64Array {
  let line = points;
  for (let round = 0; round < rounds; round++) {
    const smooth: number[] = [];
    const count = line.length / 2;
    for (let i = 0; i < count; i++) {
      const x = line[2 * i] as number;
      const y = line[2 * i + 1] as number;
      if ((!isRing && (i === 0 || i === count - 1)) || isFixed(x, y)) {
        smooth.push(x, y);
        continue;
      }
      for (const neighbour of [(i + count - 1) % count, (i + 1) % count]) {
        const towardsX = line[2 * neighbour] as number;
        const towardsY = line[2 * neighbour + 1] as number;
        smooth.push(x + (towardsX - x) / 4, y + (towardsY - y) / 4);
      }
    }
    line = Float64Array.from(smooth);
  }
  return line;
}
