import { boxAround, clipRing, MARGIN_PX } from './clipRing.ts';
import { OccupiedPixels } from './OccupiedPixels.ts';
import { blend, FULL, lerp, type Paint } from './pixelPaint.ts';
import { twiceAreaOf } from './rings.ts';
import { bufferSize, StrokeCover } from './StrokeCover.ts';

/** Tolerance for rounding errors of the sums: less coverage is none, and less than this short of full is full. */
const MIN_COVER = 1;
const FULL_COVER = FULL - MIN_COVER;

const NO_PAINT: Paint = { word: 0, opacity: 0 };

/**
 * Rasterizes fills and thin strokes, anti-aliased by the exact area that a shape covers of each pixel. For many small
 * shapes it is several times as fast as a canvas, where every vertex is a call. One instance draws one image after
 * the other.
 *
 * A shape's edges are accumulated in `#cover` (each cell holds the change of the coverage from its left neighbour) and then
 * painted row by row. Overlapping parts of one shape count once: coverage is limited to 1.
 *
 * The methods take positional numbers: they run for every object, and allocating an object for the arguments would cost
 * as much as the work itself.
 */
export class PixelRaster {
  width = 0;
  height = 0;
  /** RGBA pixels with straight (not premultiplied) alpha, like the image data of a canvas. */
  pixels = new Uint8ClampedArray();
  /** View of the same memory with one 32-bit number per pixel. */
  words = new Uint32Array();
  readonly occupied = new OccupiedPixels();
  #memory = new ArrayBuffer();
  #cover = new Float64Array(1_024);
  readonly #strokes = new StrokeCover();
  #left = 0;
  #top = 0;
  #columns = 0;
  #rows = 0;

  constructor(width: number, height: number) {
    this.start(width, height);
  }

  /** Starts the next image, transparent, in the same memory: the image before is gone. */
  start(width: number, height: number): void {
    const count = width * height;
    if (this.#memory.byteLength < 4 * count) this.#memory = new ArrayBuffer(4 * count);
    else new Uint32Array(this.#memory, 0, count).fill(0);
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(this.#memory, 0, 4 * count);
    this.words = new Uint32Array(this.#memory, 0, count);
    this.occupied.start(width, height);
  }

  /** Fills the image with one opaque colour. */
  fill({ word }: Paint): void {
    this.words.fill(word);
  }

  /** Tells if a box with a margin on each side intersects the image. */
  intersects(minX: number, minY: number, maxX: number, maxY: number, margin: number): boolean {
    return (
      maxX + margin > 0 && maxY + margin > 0 && minX - margin < this.width && minY - margin < this.height
    );
  }

  /** Starts a shape that lies within a box; parts outside the image are left out. */
  begin(minX: number, minY: number, maxX: number, maxY: number): void {
    this.#left = Math.max(-MARGIN_PX, Math.floor(minX));
    this.#top = Math.max(-MARGIN_PX, Math.floor(minY));
    this.#columns = Math.max(0, Math.min(this.width + MARGIN_PX, Math.ceil(maxX) + 1) - this.#left) + 2;
    this.#rows = Math.max(0, Math.min(this.height + MARGIN_PX, Math.ceil(maxY) + 1) - this.#top);
    const cells = this.#columns * this.#rows;
    if (this.#cover.length < cells) this.#cover = new Float64Array(bufferSize(cells));
    this.#strokes.begin(this.#left, this.#top, this.#columns, this.#rows);
  }

  /** Tells if a shape with this box reaches so far beyond the image that it has to be clipped. */
  needsClipping(minX: number, minY: number, maxX: number, maxY: number): boolean {
    return (
      minX < -MARGIN_PX ||
      minY < -MARGIN_PX ||
      maxX > this.width + MARGIN_PX ||
      maxY > this.height + MARGIN_PX
    );
  }

  /** Clips a ring to the image and its margin; takes and returns it without the closing point. */
  clip(ring: ArrayLike<number>): ArrayLike<number> {
    return clipRing(ring, boxAround(this, MARGIN_PX)).ring;
  }

  /** Adds the area of a ring, which is closed implicitly; a hole subtracts, whichever way it runs. */
  addRing(points: ArrayLike<number>, from: number, to: number, isHole: boolean): void {
    const isClockwise = twiceAreaOf(points, from, to) > 0;
    this.#addEdges(points, from, to, isClockwise === isHole ? -1 : 1);
  }

  /** Adds the stroke along a ring, which is closed implicitly. */
  addStroke(points: ArrayLike<number>, from: number, to: number, halfPx: number): void {
    this.#strokes.addRing(points, from, to, halfPx);
  }

  /** Accumulates the changes by edges as font rasterizers do: the area to the right of an edge in each cell it crosses. */
  #addEdges(points: ArrayLike<number>, from: number, to: number, sign: number): void {
    const cover = this.#cover;
    const columns = this.#columns;
    const rows = this.#rows;
    const maxX = columns - 2;
    let nextPointX = (points[to - 2] as number) - this.#left;
    let nextPointY = (points[to - 1] as number) - this.#top;
    for (let i = from; i < to; i += 2) {
      const fromX = nextPointX;
      const fromY = nextPointY;
      const toX = (points[i] as number) - this.#left;
      const toY = (points[i + 1] as number) - this.#top;
      nextPointX = toX;
      nextPointY = toY;
      if (fromY === toY) continue;
      const isDown = fromY < toY;
      const direction = isDown ? -sign * FULL : sign * FULL;
      let x = isDown ? fromX : toX;
      let y = isDown ? fromY : toY;
      const endY = Math.min(isDown ? toY : fromY, rows);
      const slope = (toX - fromX) / (toY - fromY);
      if (y < 0) {
        x -= y * slope;
        y = 0;
      }
      for (let row = y | 0; row < endY; row++) {
        const nextY = Math.min(endY, row + 1);
        const height = nextY - y;
        const nextX = x + slope * height;
        const change = height * direction;
        const low = Math.min(Math.max(Math.min(x, nextX), 0), maxX);
        const high = Math.min(Math.max(Math.max(x, nextX), 0), maxX);
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
  }

  /** Distributes a change over several cells of a row; `low` and `high` count from the first of them. */
  #spread(at: number, low: number, high: number, change: number): void {
    const cover = this.#cover;
    const cells = Math.ceil(high);
    const share = change / (high - low);
    const first = 1 - low;
    const last = high - (cells - 1);
    const firstArea = 0.5 * share * first * first;
    cover[at] = (cover[at] as number) + firstArea;
    // Between the first and the last cell the coverage grows by `share` per cell.
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

  /** Paints the shape that was added, its stroke over its area, and clears it. */
  paint(fill: Paint | undefined, stroke: Paint | undefined): void {
    const { width, height } = this;
    const cover = this.#cover;
    const strokes = this.#strokes.cells;
    const columns = this.#columns;
    const { word: fillWord, opacity: fillOpacity } = fill ?? NO_PAINT;
    const { word: strokeWord, opacity: strokeOpacity } = stroke ?? NO_PAINT;
    const words = this.words;
    // Range of the shape's columns inside the image.
    const firstColumn = Math.max(0, -this.#left);
    const endColumn = Math.min(columns, width - this.#left);
    for (let row = 0; row < this.#rows; row++) {
      const y = this.#top + row;
      const start = row * columns;
      if (y < 0 || y >= height || endColumn <= firstColumn) {
        cover.fill(0, start, start + columns);
        strokes.fill(0, start, start + columns);
        continue;
      }
      // Offset from a cell of the row to its pixel.
      const shift = y * width + this.#left - start;
      const end = start + endColumn;
      let sum = 0;
      let at = start;
      for (; at < start + firstColumn; at++) {
        sum += cover[at] as number;
        cover[at] = 0;
        strokes[at] = 0;
      }
      for (; at < end; at++) {
        const change = cover[at] as number;
        const line = strokes[at] as number;
        if (change !== 0) {
          sum += change;
          cover[at] = 0;
        }
        if (line !== 0) strokes[at] = 0;
        else if (sum < MIN_COVER) continue;
        const pixel = at + shift;
        const lineParts = (line * strokeOpacity + 0.5) | 0;
        if (sum > FULL_COVER && fillOpacity === 1) {
          // The pixel beneath is not read: memory access takes most of the time here.
          words[pixel] = line === 0 ? fillWord : lerp(fillWord, strokeWord, lineParts);
          while (at + 1 < end && cover[at + 1] === 0 && strokes[at + 1] === 0) words[++at + shift] = fillWord;
          continue;
        }
        let mixed = words[pixel] as number;
        if (sum >= MIN_COVER)
          mixed = blend(mixed, fillWord, ((sum > FULL_COVER ? FULL : sum) * fillOpacity + 0.5) | 0);
        if (line !== 0) mixed = blend(mixed, strokeWord, lineParts);
        words[pixel] = mixed;
      }
      if (end < start + columns) {
        cover.fill(0, end, start + columns);
        strokes.fill(0, end, start + columns);
      }
    }
  }
}
