import { FULL, FULL_BITS } from './pixelPaint.ts';

const SHORTEST_PX = 1e-6;

/** Flatter segments are taken to cross all their columns in each row. */
const MIN_STEEP = 1e-6;

/** Size of a buffer for so many cells, with spare room: shapes that grow little by little do not each allocate a new one. */
export const bufferSize = (cells: number) => (cells < MAX_DOUBLED ? 2 * cells : cells);
const MAX_DOUBLED = 1_000_000;

/**
 * Coverage of each pixel by the outline of a shape: it falls from full to none within a pixel around the distance of half
 * the stroke width from the ring. That makes joins round; where segments overlap, each covers a share of what is still free.
 */
export class StrokeCover {
  /** Coverage in parts of `FULL`, row by row; the painting code resets it to 0. */
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
    if (this.cells.length < cells) this.cells = new Uint16Array(bufferSize(cells));
  }

  /** One long loop: V8 would allocate the fractional arguments of a helper on the heap for each segment. */
  addRing(points: ArrayLike<number>, from: number, to: number, halfPx: number): void {
    const { cells } = this;
    const left = this.#left;
    const top = this.#top;
    const columns = this.#columns;
    const rows = this.#rows;
    const outerPx = halfPx + 0.5;
    const maxCover = FULL * Math.min(1, 2 * halfPx);
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
      const firstRow = Math.max(0, Math.ceil(Math.min(y, toY) - outerPx - 0.5)) | 0;
      const lastRow = Math.min(rows - 1, Math.floor(Math.max(y, toY) + outerPx - 0.5)) | 0;
      const firstColumn = Math.max(0, Math.ceil(Math.min(x, toX) - outerPx - 0.5));
      const lastColumn = Math.min(columns - 1, Math.floor(Math.max(x, toX) + outerPx - 0.5));
      // Half width of the stroke along a row, and the shift of its centre from row to row.
      const steep = alongY < 0 ? Math.min(alongY, -MIN_STEEP) : Math.max(alongY, MIN_STEEP);
      const spread = outerPx / Math.abs(steep);
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
          // Between two segments the nearest point is their common end.
          let away = outerPx;
          if (along >= 0) {
            if (along <= length) away = Math.abs(beside);
          } else if (pastLast > 0) away = Math.sqrt(beside * beside + along * along);
          if (away < outerPx) {
            const cover = (Math.min(maxCover, FULL * (outerPx - away)) + 0.5) | 0;
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

/** Returns the direction of the last segment that ends where the ring is closed. */
function lastDirection(points: ArrayLike<number>, from: number, to: number): readonly [number, number] {
  const [x, y] = [points[to - 2] as number, points[to - 1] as number];
  for (let i = to - 4; i >= from; i -= 2) {
    const [dx, dy] = [x - (points[i] as number), y - (points[i + 1] as number)];
    const length = Math.hypot(dx, dy);
    if (length >= SHORTEST_PX) return [dx / length, dy / length];
  }
  return [0, 0];
}
