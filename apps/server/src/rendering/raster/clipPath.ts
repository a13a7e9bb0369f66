import type { Box } from './clipRing.ts';

interface ClipOptions {
  readonly isRing: boolean;
  readonly box: Box;
  /** Period of the dashes: runs begin at whole multiples of it along the path, so that dashes keep their position; 0 for none. */
  readonly periodPx: number;
}

/**
 * Returns the runs of a path inside a box, each as x0, y0, x1, y1 …; a ring is closed implicitly. Computes in double
 * precision: a canvas uses single precision, which is too coarse for dashes along paths of millions of pixels, and would
 * compute the dashes of the whole path.
 */
export function clipPath(
  points: ArrayLike<number>,
  from: number,
  to: number,
  { isRing, box, periodPx }: ClipOptions,
): number[][] {
  const path = new MeasuredPath(points, from, to, isRing);
  const runs: number[][] = [];
  let run: number[] | undefined;
  for (let i = 0; i < path.segments; i++) {
    const [ax, ay, bx, by] = [path.x(i), path.y(i), path.x(i + 1), path.y(i + 1)];
    const inside = findInside(ax, ay, bx, by, box);
    if (!inside) {
      run = undefined;
      continue;
    }
    const [enter, leave] = inside;
    if (run === undefined || enter > 0) {
      const entry = path.startOf(i) + enter * path.lengthOf(i);
      run = path.between(periodPx > 0 ? Math.floor(entry / periodPx) * periodPx : entry, i);
      runs.push(run);
    }
    run.push(ax + leave * (bx - ax), ay + leave * (by - ay));
    if (leave < 1) run = undefined;
  }
  return runs;
}

/** A path with the distance of each vertex from its start. */
class MeasuredPath {
  readonly segments: number;
  readonly #points: ArrayLike<number>;
  readonly #from: number;
  readonly #count: number;
  readonly #starts: Float64Array;

  constructor(points: ArrayLike<number>, from: number, to: number, isRing: boolean) {
    this.#points = points;
    this.#from = from;
    this.#count = (to - from) / 2;
    this.segments = isRing ? this.#count : this.#count - 1;
    this.#starts = new Float64Array(Math.max(1, this.segments + 1));
    for (let i = 0; i < this.segments; i++)
      this.#starts[i + 1] =
        this.startOf(i) + Math.hypot(this.x(i + 1) - this.x(i), this.y(i + 1) - this.y(i));
  }

  x(vertex: number): number {
    return this.#points[this.#from + 2 * (vertex % this.#count)] as number;
  }

  y(vertex: number): number {
    return this.#points[this.#from + 2 * (vertex % this.#count) + 1] as number;
  }

  startOf(segment: number): number {
    return this.#starts[segment] as number;
  }

  lengthOf(segment: number): number {
    return this.startOf(segment + 1) - this.startOf(segment);
  }

  /** Returns the points from a length along the path to the start vertex of a segment; the length is not beyond that segment. */
  between(length: number, segment: number): number[] {
    let first = segment;
    while (first > 0 && this.startOf(first) > length) first--;
    const share = this.lengthOf(first) > 0 ? (length - this.startOf(first)) / this.lengthOf(first) : 0;
    const points = [
      this.x(first) + share * (this.x(first + 1) - this.x(first)),
      this.y(first) + share * (this.y(first + 1) - this.y(first)),
    ];
    for (let i = first + 1; i <= segment; i++) points.push(this.x(i), this.y(i));
    return points;
  }
}

/** Returns the range of a segment inside the box, from 0 to 1 along it (Liang and Barsky); undefined for none. */
function findInside(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  [minX, minY, maxX, maxY]: Box,
): readonly [number, number] | undefined {
  let [enter, leave] = [0, 1];
  for (const [step, room] of [
    [ax - bx, ax - minX],
    [bx - ax, maxX - ax],
    [ay - by, ay - minY],
    [by - ay, maxY - ay],
  ] as const) {
    if (step === 0) {
      if (room < 0) return undefined;
    } else if (step < 0) enter = Math.max(enter, room / step);
    else leave = Math.min(leave, room / step);
  }
  return enter <= leave ? [enter, leave] : undefined;
}
