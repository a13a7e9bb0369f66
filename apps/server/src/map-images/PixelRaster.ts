import { clipRing } from './clipRing.ts';

export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** Beyond the image, so that no edge made by clipping is seen. */
const MARGIN_PX = 8;

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
  #cover = new Float32Array(1_024);
  #left = 0;
  #top = 0;
  #columns = 0;
  #rows = 0;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(4 * width * height);
  }

  /** One colour all over. */
  fill([red, green, blue]: Color): void {
    for (let at = 0; at < this.pixels.length; at += 4) {
      this.pixels[at] = red;
      this.pixels[at + 1] = green;
      this.pixels[at + 2] = blue;
      this.pixels[at + 3] = 255;
    }
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
      const [nextX, nextY] = [points[i] as number, points[i + 1] as number];
      twiceArea += x * nextY - nextX * y;
      x = nextX;
      y = nextY;
    }
    const sign = twiceArea > 0 === isHole ? -1 : 1;
    x = points[to - 2] as number;
    y = points[to - 1] as number;
    for (let i = from; i < to; i += 2) {
      const [nextX, nextY] = [points[i] as number, points[i + 1] as number];
      this.#addEdge(x, y, nextX, nextY, sign);
      x = nextX;
      y = nextY;
    }
  }

  /** Adds the stroke along a path: a bar for each segment and what closes the outer side of each corner. */
  addStroke(points: ArrayLike<number>, from: number, to: number, halfPx: number, isRing: boolean): void {
    let x = points[isRing ? to - 2 : from] as number;
    let y = points[isRing ? to - 1 : from + 1] as number;
    let [lastX, lastY] = [0, 0];
    let hasLast = false;
    for (let i = from; i < to; i += 2) {
      const [nextX, nextY] = [points[i] as number, points[i + 1] as number];
      const [dx, dy] = [nextX - x, nextY - y];
      const length = Math.sqrt(dx * dx + dy * dy);
      if (length < 1e-6) continue;
      const [offX, offY] = [(-dy / length) * halfPx, (dx / length) * halfPx];
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
      const [nextX, nextY] = [points[i] as number, points[i + 1] as number];
      const [dx, dy] = [nextX - x, nextY - y];
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
    if (Math.abs(turn) < 1e-3) return;
    const side = turn > 0 ? -1 : 1;
    const [ax, ay] = [x + side * lastX, y + side * lastY];
    const [bx, by] = [x + side * offX, y + side * offY];
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
  paint([red, green, blue, alpha]: Color): void {
    const { pixels, width, height } = this;
    const cover = this.#cover;
    const columns = this.#columns;
    for (let row = 0; row < this.#rows; row++) {
      const y = this.#top + row;
      const start = row * columns;
      if (y < 0 || y >= height) {
        cover.fill(0, start, start + columns);
        continue;
      }
      let sum = 0;
      let at = 4 * (y * width + this.#left);
      for (let column = 0; column < columns; column++, at += 4) {
        const change = cover[start + column] as number;
        if (change !== 0) {
          sum += change;
          cover[start + column] = 0;
        }
        if (sum < 0.002) continue;
        const x = this.#left + column;
        if (x < 0 || x >= width) continue;
        const opacity = sum < 0.998 ? sum * alpha : alpha;
        const beneath = pixels[at + 3] as number;
        if (opacity >= 0.999 || beneath === 0) {
          pixels[at] = red;
          pixels[at + 1] = green;
          pixels[at + 2] = blue;
          pixels[at + 3] = 255 * opacity;
          continue;
        }
        let share = opacity;
        if (beneath === 255) pixels[at + 3] = 255;
        else {
          const both = opacity + (beneath / 255) * (1 - opacity);
          share = opacity / both;
          pixels[at + 3] = 255 * both;
        }
        pixels[at] = (pixels[at] as number) + (red - (pixels[at] as number)) * share;
        pixels[at + 1] = (pixels[at + 1] as number) + (green - (pixels[at + 1] as number)) * share;
        pixels[at + 2] = (pixels[at + 2] as number) + (blue - (pixels[at + 2] as number)) * share;
      }
    }
  }
}
