import { clipRing } from './clipRing.ts';
import { Outline } from './Outline.ts';

export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Beyond the image, so that no edge made by clipping is seen. */
const MARGIN_PX = 8;

/** Twice the area of the smallest corner that is worth filling, in square pixels. */
const LEAST_CORNER = 0.04;

/** Of strokes whose corners need no arc. */
const THIN_HALF_PX = 0.75;

/** How far arcs at the corners of wide strokes may be off. */
const ARC_ERROR_PX = 0.1;

/** Cover of less than this is none, and of so much less than 1 is full: what is left of adding up. */
const LEAST_COVER = 0.004;
const FULL_COVER = 1 - LEAST_COVER;

/** Where a pixel is one number, alpha is its highest byte: so it is on all machines but a few. */
const isAlphaLast = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;
const OPAQUE = 0xff000000;

/**
 * Fills and thin strokes on plain pixels, anti-aliased by the exact area that a shape covers of each. For many small
 * shapes it is several times as fast as a canvas, where every vertex is a call. One instance draws one image.
 *
 * A shape's edges are summed up in `#cover` (each cell holds by how much the cover changes there, from left to right), and
 * then painted row by row. Parts of one stroke that overlap count once: cover is cut off at 1.
 */
export class PixelRaster {
  readonly width: number;
  readonly height: number;
  /** Not premultiplied, as canvases give and take it. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  /** The same memory, where no value needs to be cut off; and by pixels. */
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  #cover = new Float32Array(1_024);
  readonly #outline = new Outline();
  readonly #wordsOfColors = new Map<Color, number>();
  #lastColor: Color | undefined;
  #lastWord = 0;
  #left = 0;
  #top = 0;
  #columns = 0;
  #rows = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(4 * width * height);
    this.#bytes = new Uint8Array(this.pixels.buffer);
    this.#words = new Uint32Array(this.pixels.buffer);
  }

  /** One opaque colour all over. */
  fill(color: Color): void {
    this.#words.fill(this.#wordOf(color));
  }

  /** Whether anything of a box, so much wider all round, lies in the image. */
  sees(minX: number, minY: number, maxX: number, maxY: number, more: number): boolean {
    return maxX + more > 0 && maxY + more > 0 && minX - more < this.width && minY - more < this.height;
  }

  /** Starts a shape that lies within a box; what of it is outside the image is left out. */
  begin(minX: number, minY: number, maxX: number, maxY: number): void {
    this.#left = Math.max(-MARGIN_PX, Math.floor(minX));
    this.#top = Math.max(-MARGIN_PX, Math.floor(minY));
    this.#columns = Math.max(0, Math.min(this.width + MARGIN_PX, Math.ceil(maxX) + 1) - this.#left) + 2;
    this.#rows = Math.max(0, Math.min(this.height + MARGIN_PX, Math.ceil(maxY) + 1) - this.#top);
    const cells = this.#columns * this.#rows;
    if (this.#cover.length < cells) this.#cover = new Float32Array(2 * cells);
  }

  /** The box of a shape, when it reaches so far beyond the image that it has to be clipped. */
  needsClipping(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      minX < -MARGIN_PX ||
      minY < -MARGIN_PX ||
      maxX > this.width + MARGIN_PX ||
      maxY > this.height + MARGIN_PX
    );
  }

  /** A ring cut off outside the image, without its closing point. */
  clip(ring: ArrayLike<number>): ArrayLike<number> {
    return clipRing(ring, [-MARGIN_PX, -MARGIN_PX, this.width + MARGIN_PX, this.height + MARGIN_PX]).ring;
  }

  /** Adds a ring, closed by itself; shells and holes are turned so that holes take away. */
  addRing(points: ArrayLike<number>, from: number, to: number, isHole: boolean): void {
    let twiceArea = 0;
    let x = points[to - 2] as number;
    let y = points[to - 1] as number;
    for (let i = from; i < to; i += 2) {
      const nextX = points[i] as number;
      const nextY = points[i + 1] as number;
      twiceArea += x * nextY - nextX * y;
      x = nextX;
      y = nextY;
    }
    const sign = twiceArea > 0 === isHole ? -1 : 1;
    x = points[to - 2] as number;
    y = points[to - 1] as number;
    for (let i = from; i < to; i += 2) {
      const nextX = points[i] as number;
      const nextY = points[i + 1] as number;
      this.#addEdge(x, y, nextX, nextY, sign);
      x = nextX;
      y = nextY;
    }
  }

  /**
   * Adds the stroke along a path: for each segment the box around it, mitred with its neighbours where a round corner
   * would look the same; elsewhere a box with its own ends and what closes the outer side of the corner.
   */
  addStroke(points: ArrayLike<number>, from: number, to: number, halfPx: number, isRing: boolean): void {
    const count = this.#outline.read(points, from, to, { halfPx, isRing });
    const { x, y, offX, offY, miterX, miterY } = this.#outline;
    const segments = isRing ? count : count - 1;
    for (let i = 0; i < segments; i++) {
      const next = i + 1 === count ? 0 : i + 1;
      const [x1, y1, x2, y2] = [x[i] as number, y[i] as number, x[next] as number, y[next] as number];
      const [ox, oy] = [offX[i] as number, offY[i] as number];
      const startX = miterX[i] as number;
      const endX = miterX[next] as number;
      const hasStart = !Number.isNaN(startX);
      const hasEnd = !Number.isNaN(endX);
      const sx = hasStart ? startX : ox;
      const sy = hasStart ? (miterY[i] as number) : oy;
      const ex = hasEnd ? endX : ox;
      const ey = hasEnd ? (miterY[next] as number) : oy;
      this.#addEdge(x1 - sx, y1 - sy, x2 - ex, y2 - ey, 1);
      this.#addEdge(x2 + ex, y2 + ey, x1 + sx, y1 + sy, 1);
      // Of boxes that share a mitre the ends cancel each other.
      if (!hasEnd) this.#addEdge(x2 - ox, y2 - oy, x2 + ox, y2 + oy, 1);
      if (hasStart) continue;
      this.#addEdge(x1 + ox, y1 + oy, x1 - ox, y1 - oy, 1);
      const last = i === 0 ? count - 1 : i - 1;
      if (isRing || i > 0)
        this.#addCorner(x1, y1, offX[last] as number, offY[last] as number, ox, oy, halfPx);
    }
  }

  /** The outer side of a corner: a triangle for a thin line, of which nobody can tell it from a round join, else an arc. */
  #addCorner(
    x: number,
    y: number,
    lastX: number,
    lastY: number,
    offX: number,
    offY: number,
    halfPx: number,
  ): void {
    const turn = lastX * offY - lastY * offX;
    const along = lastX * offX + lastY * offY;
    if (Math.abs(turn) < LEAST_CORNER && along >= 0) return;
    const side = turn > 0 ? -1 : 1;
    const sign = -side;
    const angle = Math.atan2(turn, along);
    const steps =
      halfPx > THIN_HALF_PX ? Math.ceil(Math.abs(angle) / (2 * Math.acos(1 - ARC_ERROR_PX / halfPx))) : 1;
    let ax = x + side * lastX;
    let ay = y + side * lastY;
    this.#addEdge(x, y, ax, ay, sign);
    for (let step = 1; step <= steps; step++) {
      const turned = (angle * step) / steps;
      const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
      const bx = step === steps ? x + side * offX : x + side * (lastX * cos - lastY * sin);
      const by = step === steps ? y + side * offY : y + side * (lastX * sin + lastY * cos);
      this.#addEdge(ax, ay, bx, by, sign);
      ax = bx;
      ay = by;
    }
    this.#addEdge(ax, ay, x, y, sign);
  }

  /** Sums up what an edge changes, as font rasterizers do: by the area right of it in each cell it passes. */
  #addEdge(fromX: number, fromY: number, toX: number, toY: number, sign: number): void {
    if (fromY === toY) return;
    const isDown = fromY < toY;
    const direction = isDown ? -sign : sign;
    let x = (isDown ? fromX : toX) - this.#left;
    let y = (isDown ? fromY : toY) - this.#top;
    const endY = Math.min((isDown ? toY : fromY) - this.#top, this.#rows);
    const slope = (toX - fromX) / (toY - fromY);
    if (y < 0) {
      x -= y * slope;
      y = 0;
    }
    const cover = this.#cover;
    const columns = this.#columns;
    const mostX = columns - 2;
    for (let row = y | 0; y < endY; row++) {
      const nextY = Math.min(endY, row + 1);
      const height = nextY - y;
      const nextX = x + slope * height;
      const change = height * direction;
      const low = Math.min(Math.max(Math.min(x, nextX), 0), mostX);
      const high = Math.min(Math.max(Math.max(x, nextX), 0), mostX);
      const lowCell = low | 0;
      const at = row * columns + lowCell;
      if (high <= lowCell + 1) {
        const right = change * ((low + high) / 2 - lowCell);
        cover[at] = (cover[at] as number) + change - right;
        cover[at + 1] = (cover[at + 1] as number) + right;
      } else this.#spread(at, low - lowCell, high - lowCell, change);
      x = nextX;
      y = nextY;
    }
  }

  /** A change that several cells of a row share; `low` and `high` count from the first of them. */
  #spread(at: number, low: number, high: number, change: number): void {
    const cover = this.#cover;
    const cells = Math.ceil(high);
    const share = change / (high - low);
    const first = 1 - low;
    const last = high - (cells - 1);
    const firstArea = 0.5 * share * first * first;
    cover[at] = (cover[at] as number) + firstArea;
    // By how much cells between change: the cover grows by `share` a cell.
    let before = firstArea;
    for (let cell = 1; cell < cells - 1; cell++) {
      const here = share * (first + cell - 0.5);
      cover[at + cell] = (cover[at + cell] as number) + here - before;
      before = here;
    }
    const lastHere = change - 0.5 * share * last * last;
    cover[at + cells - 1] = (cover[at + cells - 1] as number) + lastHere - before;
    cover[at + cells] = (cover[at + cells] as number) + change - lastHere;
  }

  /** Paints the shape that was added, and forgets it. */
  paint(color: Color): void {
    const { width, height } = this;
    const cover = this.#cover;
    const columns = this.#columns;
    const words = this.#words;
    const word = this.#wordOf(color);
    const opacity = color[3] >= 0.999 ? 1 : color[3];
    const [evens, green] = [word & 0xff00ff, (word >>> 8) & 255];
    // Columns of the shape that lie in the image.
    const firstColumn = Math.max(0, -this.#left);
    const endColumn = Math.min(columns, width - this.#left);
    for (let row = 0; row < this.#rows; row++) {
      const y = this.#top + row;
      const start = row * columns;
      if (y < 0 || y >= height || endColumn <= firstColumn) {
        cover.fill(0, start, start + columns);
        continue;
      }
      // From a cell of the row to its pixel.
      const shift = y * width + this.#left - start;
      const end = start + endColumn;
      let sum = 0;
      let at = start;
      for (; at < start + firstColumn; at++) {
        sum += cover[at] as number;
        cover[at] = 0;
      }
      while (at < end) {
        const change = cover[at] as number;
        if (change !== 0) {
          sum += change;
          cover[at] = 0;
        }
        if (sum < LEAST_COVER) {
          at++;
          continue;
        }
        const share = sum > FULL_COVER ? opacity : sum * opacity;
        if (share === 1) {
          do words[at++ + shift] = word;
          while (at < end && cover[at] === 0);
          continue;
        }
        const beneath = words[at + shift] as number;
        if (isAlphaLast && beneath >= OPAQUE) {
          // Red and blue at once, of 256 parts each.
          const parts = (256 * share + 0.5) | 0;
          const mixed = Math.imul(beneath & 0xff00ff, 256 - parts) + Math.imul(evens, parts) + 0x800080;
          const mixedGreen = ((beneath >>> 8) & 255) * (256 - parts) + green * parts + 128;
          words[at + shift] = ((mixed >>> 8) & 0xff00ff) | (mixedGreen & 0xff00) | OPAQUE;
        } else this.#blend(at + shift, color, share);
        at++;
      }
      if (end < start + columns) cover.fill(0, end, start + columns);
    }
  }

  /** Colours are few, and each is one and the same array wherever its style draws. */
  #wordOf(color: Color): number {
    if (color !== this.#lastColor) {
      this.#lastColor = color;
      const known = this.#wordsOfColors.get(color) ?? toWord(color);
      this.#wordsOfColors.set(color, known);
      this.#lastWord = known;
    }
    return this.#lastWord;
  }

  #blend(pixel: number, color: Color, opacity: number): void {
    const pixels = this.#bytes;
    const at = 4 * pixel;
    const beneath = pixels[at + 3] as number;
    if (beneath === 0) {
      pixels[at] = color[0];
      pixels[at + 1] = color[1];
      pixels[at + 2] = color[2];
      pixels[at + 3] = 255 * opacity + 0.5;
      return;
    }
    let share = opacity;
    if (beneath < 255) {
      const both = opacity + (beneath / 255) * (1 - opacity);
      share = opacity / both;
      pixels[at + 3] = 255 * both + 0.5;
    }
    const red = pixels[at] as number;
    const green = pixels[at + 1] as number;
    const blue = pixels[at + 2] as number;
    pixels[at] = red + (color[0] - red) * share + 0.5;
    pixels[at + 1] = green + (color[1] - green) * share + 0.5;
    pixels[at + 2] = blue + (color[2] - blue) * share + 0.5;
  }
}

/** The four bytes of an opaque pixel as this machine's memory has them. */
function toWord([red, green, blue]: Color): number {
  return new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)[0] as number;
}
