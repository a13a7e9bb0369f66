import { clipRing } from './clipRing.ts';

export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Beyond the image, so that no edge made by clipping is seen. */
const MARGIN_PX = 8;

/** Twice the area of the smallest corner that is worth filling, in square pixels. */
const LEAST_CORNER = 0.04;

/** Cover of less than this is none, and of so much less than 1 is full: what is left of adding up. */
const LEAST_COVER = 0.004;

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

  /** Adds the stroke along a path: a bar for each segment and what closes the outer side of each corner. */
  addStroke(points: ArrayLike<number>, from: number, to: number, halfPx: number, isRing: boolean): void {
    let x = points[isRing ? to - 2 : from] as number;
    let y = points[isRing ? to - 1 : from + 1] as number;
    let lastX = 0;
    let lastY = 0;
    let hasLast = false;
    for (let i = from; i < to; i += 2) {
      const nextX = points[i] as number;
      const nextY = points[i + 1] as number;
      const dx = nextX - x;
      const dy = nextY - y;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length < 1e-6) continue;
      const offX = (-dy / length) * halfPx;
      const offY = (dx / length) * halfPx;
      this.#addBar(x, y, nextX, nextY, offX, offY);
      if (hasLast) this.#addCorner(x, y, lastX, lastY, offX, offY);
      lastX = offX;
      lastY = offY;
      hasLast = true;
      x = nextX;
      y = nextY;
    }
    // The corner at the start of a ring.
    if (!isRing || !hasLast) return;
    for (let i = from; i < to; i += 2) {
      const nextX = points[i] as number;
      const nextY = points[i + 1] as number;
      const dx = nextX - x;
      const dy = nextY - y;
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length < 1e-6) continue;
      this.#addCorner(x, y, lastX, lastY, (-dy / length) * halfPx, (dx / length) * halfPx);
      return;
    }
  }

  #addBar(x: number, y: number, nextX: number, nextY: number, offX: number, offY: number): void {
    this.#addEdge(x - offX, y - offY, nextX - offX, nextY - offY, 1);
    this.#addEdge(nextX - offX, nextY - offY, nextX + offX, nextY + offY, 1);
    this.#addEdge(nextX + offX, nextY + offY, x + offX, y + offY, 1);
    this.#addEdge(x + offX, y + offY, x - offX, y - offY, 1);
  }

  /** A triangle on the outer side: of a thin line nobody can tell it from a round join. */
  #addCorner(x: number, y: number, lastX: number, lastY: number, offX: number, offY: number): void {
    const turn = lastX * offY - lastY * offX;
    if (Math.abs(turn) < LEAST_CORNER) return;
    const side = turn > 0 ? -1 : 1;
    const ax = x + side * lastX;
    const ay = y + side * lastY;
    const bx = x + side * offX;
    const by = y + side * offY;
    const sign = turn > 0 ? 1 : -1;
    this.#addEdge(x, y, ax, ay, sign);
    this.#addEdge(ax, ay, bx, by, sign);
    this.#addEdge(bx, by, x, y, sign);
  }

  /** Sums up what an edge changes, as font rasterizers do: by the area right of it in each cell it passes. */
  #addEdge(fromX: number, fromY: number, toX: number, toY: number, sign: number): void {
    if (fromY === toY) return;
    const isDown = fromY < toY;
    const direction = isDown ? -sign : sign;
    const startX = (isDown ? fromX : toX) - this.#left;
    const startY = (isDown ? fromY : toY) - this.#top;
    const endY = (isDown ? toY : fromY) - this.#top;
    const slope = ((isDown ? toX : fromX) - this.#left - startX) / (endY - startY);
    const cover = this.#cover;
    const mostX = this.#columns - 2;
    const lastRow = Math.min(this.#rows, Math.ceil(endY));
    let x = startY < 0 ? startX - startY * slope : startX;
    for (let row = Math.max(0, Math.floor(startY)); row < lastRow; row++) {
      const height = Math.min(row + 1, endY) - Math.max(row, startY);
      const nextX = x + slope * height;
      const change = height * direction;
      const low = Math.min(Math.max(Math.min(x, nextX), 0), mostX);
      const high = Math.min(Math.max(Math.max(x, nextX), 0), mostX);
      const lowCell = Math.floor(low);
      const highCell = Math.ceil(high);
      const at = row * this.#columns + lowCell;
      if (highCell <= lowCell + 1) {
        const middle = (low + high) / 2 - lowCell;
        cover[at] = (cover[at] as number) + change * (1 - middle);
        cover[at + 1] = (cover[at + 1] as number) + change * middle;
      } else {
        const share = change / (high - low);
        const first = 1 - (low - lowCell);
        const last = high - (highCell - 1);
        const firstArea = 0.5 * share * first * first;
        cover[at] = (cover[at] as number) + firstArea;
        // By how much cells between change: the cover grows by `share` a cell.
        let before = firstArea;
        const cells = highCell - lowCell;
        for (let cell = 1; cell < cells - 1; cell++) {
          const here = share * (first + cell - 0.5);
          cover[at + cell] = (cover[at + cell] as number) + here - before;
          before = here;
        }
        const lastHere = change - 0.5 * share * last * last;
        cover[at + cells - 1] = (cover[at + cells - 1] as number) + lastHere - before;
        cover[at + cells] = (cover[at + cells] as number) + change - lastHere;
      }
      x = nextX;
    }
  }

  /** Paints the shape that was added, and forgets it. */
  paint(color: Color): void {
    const { width, height } = this;
    const cover = this.#cover;
    const columns = this.#columns;
    const words = this.#words;
    const isOpaque = color[3] >= 0.999;
    const word = this.#wordOf(color);
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
        if (sum > 1 - LEAST_COVER && isOpaque) {
          do words[at++ + shift] = word;
          while (at < end && cover[at] === 0);
          continue;
        }
        if (sum >= LEAST_COVER) this.#blend(at + shift, color, sum < 1 ? sum * color[3] : color[3]);
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
