import type { Box } from '../../../rendering/raster/clipRing.ts';

/** A run of a line and the distance of its start from that of the line, in the unit of the points. */
export interface LineRun {
  readonly points: readonly number[];
  readonly startLength: number;
}

/**
 * Returns the runs of segments that may touch a box. Segments stay whole, and `startLength` lets dashes go on where they were,
 * so that two tiles draw the same line.
 */
export function cutLine(points: ArrayLike<number>, [minX, minY, maxX, maxY]: Box): LineRun[] {
  const runs: LineRun[] = [];
  let run: number[] | undefined;
  let length = 0;
  let lastX = points[0] as number;
  let lastY = points[1] as number;
  for (let i = 2; i < points.length; i += 2) {
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const touches =
      Math.min(x, lastX) <= maxX &&
      Math.max(x, lastX) >= minX &&
      Math.min(y, lastY) <= maxY &&
      Math.max(y, lastY) >= minY;
    if (!touches) run = undefined;
    else if (run) run.push(x, y);
    else {
      run = [lastX, lastY, x, y];
      runs.push({ points: run, startLength: length });
    }
    length += Math.hypot(x - lastX, y - lastY);
    lastX = x;
    lastY = y;
  }
  return runs;
}
