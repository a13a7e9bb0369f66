import { blend, FULL } from '../pixelPaint.ts';
import type { LineBatch, PixelWords, PlainStroke } from './PlainStroke.ts';
import { RowSpans } from './RowSpans.ts';

/** Shorter segments have no direction. */
const SHORTEST_PX = 1e-6;

/** Flatter segments are taken to cross all their columns in each row. */
const MIN_STEEP = 1e-6;

/** Coverage of a whole pixel as a byte. */
const FULL_BYTE = 255;

/** Sides to which the edge of a line may face, in parts of a turn. */
const SIDES = 64;
const RADIANS_PER_SIDE = (2 * Math.PI) / SIDES;
/** Edges that differ by no more face the same side, as those of a line along another one, or of a curve. */
const SAME_SIDE = 5;

/**
 * Lines wider than a hairline. Their coverage falls from full to none within a pixel around the distance of half the width
 * from the nearest line, so joins and ends are round. Lines of one batch cover a pixel once, however often the same line is
 * added. Where edges that face different sides meet in a pixel, as at corners and crossings, each covers a share of what the
 * other leaves free.
 */
export class WideLines implements LineBatch {
  readonly #image: PixelWords;
  /** By bytes from the lowest: greatest coverage, side of its edge, greatest coverage by edges of other sides. */
  readonly #cells: Uint32Array;
  readonly #spans: RowSpans;

  constructor(image: PixelWords) {
    this.#image = image;
    this.#cells = new Uint32Array(image.width * image.height);
    this.#spans = new RowSpans(image.width, image.height);
  }

  add(points: ArrayLike<number>, from: number, to: number, { halfPx }: PlainStroke): void {
    let last = to - 4;
    while (last > from && isShort(points, last)) last -= 2;
    for (let i = from; i < last; i += 2) if (!isShort(points, i)) this.#addSegment(points, i, halfPx, false);
    if (last >= from) this.#addSegment(points, last, halfPx, true);
  }

  /** Adds a segment with a round start, and with a round end if it is the last one of its path. */
  #addSegment(points: ArrayLike<number>, i: number, halfPx: number, isLast: boolean): void {
    const cells = this.#cells;
    const { width: columns, height: rows } = this.#image;
    const x = points[i] as number;
    const y = points[i + 1] as number;
    const toX = points[i + 2] as number;
    const toY = points[i + 3] as number;
    const outerPx = halfPx + 0.5;
    const firstRow = Math.max(0, Math.ceil(Math.min(y, toY) - outerPx - 0.5));
    const lastRow = Math.min(rows - 1, Math.floor(Math.max(y, toY) + outerPx - 0.5));
    const firstColumn = Math.max(0, Math.ceil(Math.min(x, toX) - outerPx - 0.5));
    const lastColumn = Math.min(columns - 1, Math.floor(Math.max(x, toX) + outerPx - 0.5));
    if (firstRow > lastRow || firstColumn > lastColumn) return;
    const length = Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
    // A dot may have any direction.
    const alongX = length < SHORTEST_PX ? 1 : (toX - x) / length;
    const alongY = length < SHORTEST_PX ? 0 : (toY - y) / length;
    const leftSide = ((Math.atan2(-alongX, alongY) / RADIANS_PER_SIDE + SIDES) | 0) % SIDES;
    const rightSide = (leftSide + SIDES / 2) % SIDES;
    // Half width of the stroke along a row, and the shift of its centre from row to row.
    const steep = alongY < 0 ? Math.min(alongY, -MIN_STEEP) : Math.max(alongY, MIN_STEEP);
    const spread = outerPx / Math.abs(steep);
    const slope = alongX / steep;
    for (let row = firstRow; row <= lastRow; row++) {
      const offY = row + 0.5 - y;
      const middle = x + offY * slope - 0.5;
      const first = Math.max(firstColumn, Math.ceil(middle - spread));
      const last = Math.min(lastColumn, Math.floor(middle + spread));
      if (first > last) continue;
      this.#spans.extend(row, first, last);
      const offX = first + 0.5 - x;
      let beside = offX * alongY - offY * alongX;
      let along = offX * alongX + offY * alongY;
      const end = row * columns + last;
      for (let at = row * columns + first; at <= end; at++) {
        const isBeside = along >= 0 && along <= length;
        let away = outerPx;
        if (isBeside) away = Math.abs(beside);
        else if (along < 0) away = Math.sqrt(beside * beside + along * along);
        else if (isLast) away = Math.sqrt(beside * beside + (along - length) * (along - length));
        if (away < outerPx) {
          const cover = Math.min(FULL_BYTE, (FULL_BYTE * (outerPx - away) + 0.5) | 0);
          const cell = cells[at] as number;
          const most = cell & 255;
          const side = beside > 0 ? leftSide : rightSide;
          const turn = Math.abs(((cell >>> 8) & 255) - side);
          // An end lies within the line that it joins.
          const isSame = !isBeside || turn <= SAME_SIDE || turn >= SIDES - SAME_SIDE;
          if (cover > most) cells[at] = cover | (side << 8) | ((isSame ? cell >>> 16 : most) << 16);
          else if (!isSame && cover > cell >>> 16) cells[at] = (cell & 0xffff) | (cover << 16);
        }
        beside += alongY;
        along += alongX;
      }
    }
  }

  paint({ paint: { word, opacity } }: PlainStroke): void {
    const cells = this.#cells;
    const { words } = this.#image;
    const scale = (FULL / FULL_BYTE) * opacity;
    this.#spans.drain((from, to) => {
      for (let at = from; at <= to; at++) {
        const cell = cells[at] as number;
        if (cell === 0) continue;
        cells[at] = 0;
        const most = cell & 255;
        const cover = most + (cell >>> 16) * (1 - most / FULL_BYTE);
        words[at] = blend(words[at] as number, word, (cover * scale + 0.5) | 0);
      }
    });
  }
}

const isShort = (points: ArrayLike<number>, i: number): boolean =>
  Math.abs((points[i + 2] as number) - (points[i] as number)) < SHORTEST_PX &&
  Math.abs((points[i + 3] as number) - (points[i + 1] as number)) < SHORTEST_PX;
