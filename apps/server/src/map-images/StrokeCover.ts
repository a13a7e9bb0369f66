import { FULL, FULL_BITS } from './pixelPaint.ts';

const SHORTEST_PX = 1e-6;

/** Lines that are flatter pass all of their columns in each row. */
const LEAST_STEEP = 1e-6;

/** So that many shapes, each a little larger than the one before, do not each take new memory. */
export const roomFor = (cells: number) => (cells < MUCH ? 2 * cells : cells);
const MUCH = 1_000_000;

/**
 * How much of each pixel the outline of a shape covers: as much as the pixel's centre is nearer to the ring than half the
 * stroke, half a pixel more or less. Corners are round by that; where segments overlap, what is left free becomes less.
 */
export class StrokeCover {
  /** Row by row, in parts of `FULL`; whoever paints them sets them to 0. */
  cells = new Uint16Array(1_024);
  #left = 0;
  #top = 0;
  #columns = 0;
  #rows = 0;

  begin(left: number, top: number, columns: number, rows: number): void {
    this.#left = left;
    this.#top = top;
    this.#columns = columns;
    this.#rows = rows;
    const cells = columns * rows;
    if (this.cells.length < cells) this.cells = new Uint16Array(roomFor(cells));
  }

  /** In one piece: arguments that are fractions would be put on the heap for each segment. */
  addRing(points: ArrayLike<number>, from: number, to: number, halfPx: number): void {
    const { cells } = this;
    const left = this.#left;
    const top = this.#top;
    const columns = this.#columns;
    const rows = this.#rows;
    const reach = halfPx + 0.5;
    const most = FULL * Math.min(1, 2 * halfPx);
    let toX = (points[to - 2] as number) - left;
    let toY = (points[to - 1] as number) - top;
    let [lastX, lastY] = lastDirection(points, from, to);
    for (let i = from; i < to; i += 2) {
      const x = toX;
      const y = toY;
      toX = (points[i] as number) - left;
      toY = (points[i + 1] as number) - top;
      const length = Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
      if (length < SHORTEST_PX) continue;
      const alongX = (toX - x) / length;
      const alongY = (toY - y) / length;
      const firstRow = Math.max(0, Math.ceil(Math.min(y, toY) - reach - 0.5)) | 0;
      const lastRow = Math.min(rows - 1, Math.floor(Math.max(y, toY) + reach - 0.5)) | 0;
      const firstColumn = Math.max(0, Math.ceil(Math.min(x, toX) - reach - 0.5));
      const lastColumn = Math.min(columns - 1, Math.floor(Math.max(x, toX) + reach - 0.5));
      // How far from its middle the stroke reaches in a row, and how far the middle moves from row to row.
      const steep = alongY < 0 ? Math.min(alongY, -LEAST_STEEP) : Math.max(alongY, LEAST_STEEP);
      const spread = reach / Math.abs(steep);
      const slope = alongX / steep;
      for (let row = firstRow; row <= lastRow; row++) {
        const offY = row + 0.5 - y;
        const middle = x + offY * slope - 0.5;
        const start = Math.max(firstColumn, Math.ceil(middle - spread)) | 0;
        const end = row * columns + (Math.min(lastColumn, Math.floor(middle + spread)) | 0);
        const offX = start + 0.5 - x;
        let beside = offX * alongY - offY * alongX;
        let along = offX * alongX + offY * alongY;
        let pastLast = offX * lastX + offY * lastY;
        for (let at = row * columns + start; at <= end; at++) {
          // Between segments their common end is what is nearest.
          let away = reach;
          if (along >= 0) {
            if (along <= length) away = Math.abs(beside);
          } else if (pastLast > 0) away = Math.sqrt(beside * beside + along * along);
          if (away < reach) {
            const cover = (Math.min(most, FULL * (reach - away)) + 0.5) | 0;
            const before = cells[at] as number;
            cells[at] = before + cover - ((before * cover) >> FULL_BITS);
          }
          beside += alongY;
          along += alongX;
          pastLast += lastX;
        }
      }
      lastX = alongX;
      lastY = alongY;
    }
  }
}

/** Of the segment that ends where the ring is closed. */
function lastDirection(points: ArrayLike<number>, from: number, to: number): readonly [number, number] {
  const [x, y] = [points[to - 2] as number, points[to - 1] as number];
  for (let i = to - 4; i >= from; i -= 2) {
    const [dx, dy] = [x - (points[i] as number), y - (points[i + 1] as number)];
    const length = Math.hypot(dx, dy);
    if (length >= SHORTEST_PX) return [dx / length, dy / length];
  }
  return [0, 0];
}
