import { blend, FULL } from '../pixelPaint.ts';
import type { LineBatch, PixelWords, PlainStroke } from './PlainStroke.ts';
import { RowSpans } from './RowSpans.ts';

/** Widest stroke that a canvas draws as a hairline. */
export const MAX_HAIRLINE_PX = 1;

/** Coverage of a whole pixel as a byte. */
const FULL_BYTE = 255;

/** Length of a round end: as long as half a disc of one pixel is large. */
const END_PX = Math.PI / 8;

/** Shorter segments have no direction. */
const SHORTEST_PX = 1e-6;

/**
 * Lines of up to one pixel, as Skia draws them on a canvas: each segment covers two pixels in every column that it crosses
 * (in every row if it is steep), in proportion to how near it passes to their centres, and a thinner line covers less of
 * them. Segments lie over each other, so that a translucent line is darker where it crosses itself.
 */
export class Hairlines implements LineBatch {
  readonly #image: PixelWords;
  /** Coverage of each pixel, with the opacity of the stroke. */
  readonly #cells: Uint8Array;
  readonly #spans: RowSpans;

  constructor(image: PixelWords) {
    this.#image = image;
    this.#cells = new Uint8Array(image.width * image.height);
    this.#spans = new RowSpans(image.width, image.height);
  }

  add(points: ArrayLike<number>, from: number, to: number, { halfPx, paint }: PlainStroke): void {
    const cover = FULL_BYTE * 2 * halfPx * paint.opacity;
    for (let i = from; i < to - 2; i += 2) {
      let x = points[i] as number;
      let y = points[i + 1] as number;
      let toX = points[i + 2] as number;
      let toY = points[i + 3] as number;
      const length = Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
      const isDot = length < SHORTEST_PX;
      const endX = isDot ? END_PX : ((toX - x) / length) * END_PX;
      const endY = isDot ? 0 : ((toY - y) / length) * END_PX;
      if (i === from) {
        x -= endX;
        y -= endY;
      }
      if (i === to - 4) {
        toX += endX;
        toY += endY;
      }
      const isSteep = Math.abs(toY - y) >= Math.abs(toX - x);
      if (isSteep) {
        if (y < toY) this.#addSteep(x, y, toX, toY, cover);
        else this.#addSteep(toX, toY, x, y, cover);
      } else if (x < toX) this.#addFlat(x, y, toX, toY, cover);
      else this.#addFlat(toX, toY, x, y, cover);
    }
  }

  /** Adds a segment that runs to the right more than up or down. */
  #addFlat(x: number, y: number, toX: number, toY: number, cover: number): void {
    const { width, height } = this.#image;
    const slope = (toY - y) / (toX - x);
    const endColumn = Math.min(width, Math.ceil(toX));
    for (let column = Math.max(0, Math.floor(x)); column < endColumn; column++) {
      const middle = y + slope * (column + 0.5 - x) - 0.5;
      const row = Math.floor(middle);
      if (row < -1 || row >= height) continue;
      const part = cover * (Math.min(column + 1, toX) - Math.max(column, x));
      const below = (middle - row) * part;
      if (row >= 0) this.#cover(row, column, part - below);
      if (row + 1 < height) this.#cover(row + 1, column, below);
    }
  }

  /** Adds a segment that runs down at least as much as to the left or right. */
  #addSteep(x: number, y: number, toX: number, toY: number, cover: number): void {
    const { width, height } = this.#image;
    if (toY === y) return;
    const slope = (toX - x) / (toY - y);
    const endRow = Math.min(height, Math.ceil(toY));
    for (let row = Math.max(0, Math.floor(y)); row < endRow; row++) {
      const middle = x + slope * (row + 0.5 - y) - 0.5;
      const column = Math.floor(middle);
      if (column < -1 || column >= width) continue;
      const part = cover * (Math.min(row + 1, toY) - Math.max(row, y));
      const right = (middle - column) * part;
      if (column >= 0) this.#cover(row, column, part - right);
      if (column + 1 < width) this.#cover(row, column + 1, right);
    }
  }

  #cover(row: number, column: number, cover: number): void {
    const added = (cover + 0.5) | 0;
    if (added === 0) return;
    const at = row * this.#image.width + column;
    const before = this.#cells[at] as number;
    this.#cells[at] = before + added - (((before * added) / FULL_BYTE + 0.5) | 0);
    this.#spans.extend(row, column, column);
  }

  paint({ paint: { word } }: PlainStroke): void {
    const cells = this.#cells;
    const { words } = this.#image;
    this.#spans.drain((from, to) => {
      for (let at = from; at <= to; at++) {
        const cover = cells[at] as number;
        if (cover === 0) continue;
        cells[at] = 0;
        words[at] = blend(words[at] as number, word, ((cover * FULL) / FULL_BYTE + 0.5) | 0);
      }
    });
  }
}
