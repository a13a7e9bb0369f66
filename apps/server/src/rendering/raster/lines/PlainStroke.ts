import type { Paint } from '../pixelPaint.ts';

/** A solid stroke in one colour, with round joins and ends. */
export interface PlainStroke {
  readonly paint: Paint;
  readonly halfPx: number;
}

/** Image whose pixels are painted, one number per pixel. */
export interface PixelWords {
  readonly width: number;
  readonly height: number;
  readonly words: Uint32Array;
}

/** Lines of one style, which are painted together. */
export interface LineBatch {
  /** Adds an open path, x0, y0, x1, y1 … from index `from` to before index `to`. One that does not move is a dot. */
  add(points: ArrayLike<number>, from: number, to: number, stroke: PlainStroke): void;
  /** Paints what was added, and clears it. */
  paint(stroke: PlainStroke): void;
}
