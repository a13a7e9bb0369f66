/** Of a geometry in `PixelGeometries`: TWKB's own numbers. */
export const twkbTypes = {
  point: 1,
  line: 2,
  polygon: 3,
  multiPoint: 4,
  multiLine: 5,
  multiPolygon: 6,
} as const;

/** From the grid of the geometries to pixels of the image, y downwards: writes x and y to `out`; a number divides. */
export type ToPixel = number | ((u: number, v: number, out: Float64Array) => void);

/** Of the second byte: a geometry without coordinates. */
const EMPTY = 16;

/**
 * Geometries as `ST_AsTWKB(…, 0)` writes them behind each other, one after the other and in place: what is read is good
 * until the next `next()`. Vertices that fall on the pixel of the one before are left out, as ol leaves them out.
 */
export class TwkbReader {
  /** x and y of the vertices, in pixels. */
  coordinates = new Float64Array(4_096);
  /** Where each path (point, line, ring) ends in `coordinates`. */
  readonly ends: number[] = [];
  /** Of a polygon or several: for each path whether it is a shell. */
  readonly isShell: boolean[] = [];
  type = 0;
  minX = 0;
  minY = 0;
  maxX = 0;
  maxY = 0;
  readonly #bytes: Uint8Array;
  readonly #toPixel: ((u: number, v: number, out: Float64Array) => void) | undefined;
  readonly #steps: number;
  readonly #place = new Float64Array(2);
  #at = 0;
  #length = 0;
  #u = 0;
  #v = 0;

  constructor(bytes: Uint8Array, toPixel: ToPixel) {
    this.#bytes = bytes;
    this.#toPixel = typeof toPixel === 'number' ? undefined : toPixel;
    this.#steps = typeof toPixel === 'number' ? toPixel : 1;
  }

  /**
   * False after the last. A geometry without coordinates has no `ends`.
   *
   * @throws when the bytes end within a geometry, or are none.
   */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.type = (this.#bytes[this.#at] ?? 0) & 15;
    const flags = this.#bytes[this.#at + 1] ?? 0;
    if ((flags & ~EMPTY) !== 0 || this.type < 1 || this.type > 6)
      throw new Error('not a geometry as it was asked for');
    this.#at += 2;
    this.#length = 0;
    this.#u = 0;
    this.#v = 0;
    this.ends.length = 0;
    this.isShell.length = 0;
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
    if (flags === EMPTY) return true;
    switch (this.type) {
      case twkbTypes.point:
        this.#path(1);
        break;
      case twkbTypes.line:
        this.#path(this.#count());
        break;
      case twkbTypes.polygon:
        this.#rings();
        break;
      case twkbTypes.multiPoint:
        for (let left = this.#count(); left > 0; left--) this.#path(1);
        break;
      case twkbTypes.multiLine:
        for (let left = this.#count(); left > 0; left--) this.#path(this.#count());
        break;
      default:
        for (let left = this.#count(); left > 0; left--) this.#rings();
    }
    return true;
  }

  /** How many of something follow, each of which takes a byte at least. */
  #count(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw cutOff();
      value += (byte & 127) * shift;
      if (byte < 128) break;
    }
    if (value > this.#bytes.length - this.#at) throw cutOff();
    return value;
  }

  /** A number of several bytes, after its first. */
  #longDifference(first: number): number {
    let value = first & 127;
    for (let shift = 128; ; shift *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw cutOff();
      value += (byte & 127) * shift;
      if (byte < 128) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
    }
  }

  #rings(): void {
    const rings = this.#count();
    for (let i = 0; i < rings; i++) {
      this.isShell.push(i === 0);
      this.#path(this.#count());
    }
  }

  #path(count: number): void {
    if (this.coordinates.length < this.#length + 2 * count) {
      const larger = new Float64Array(2 * (this.#length + 2 * count));
      larger.set(this.coordinates);
      this.coordinates = larger;
    }
    const { coordinates } = this;
    const bytes = this.#bytes;
    const toPixel = this.#toPixel;
    const place = this.#place;
    const pixels = 1 / this.#steps;
    let [read, u, v, to] = [this.#at, this.#u, this.#v, this.#length];
    let { minX, minY, maxX, maxY } = this;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    for (let i = 0; i < count; i++) {
      // Most differences are of one byte. What is not there any more reads as undefined and ends in the longer way.
      const du = bytes[read++] as number;
      if (du < 128) u += (du >>> 1) ^ -(du & 1);
      else {
        this.#at = read;
        u += this.#longDifference(du);
        read = this.#at;
      }
      const dv = bytes[read++] as number;
      if (dv < 128) v += (dv >>> 1) ^ -(dv & 1);
      else {
        this.#at = read;
        v += this.#longDifference(dv);
        read = this.#at;
      }
      let x = u * pixels;
      let y = v * pixels;
      if (toPixel !== undefined) {
        toPixel(u, v, place);
        x = place[0] as number;
        y = place[1] as number;
      }
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
      const roundX = Math.floor(x + 0.5);
      const roundY = Math.floor(y + 0.5);
      if (i === count - 1 || roundX !== lastX || roundY !== lastY) {
        coordinates[to++] = x;
        coordinates[to++] = y;
        lastX = roundX;
        lastY = roundY;
      }
    }
    [this.#at, this.#u, this.#v, this.#length] = [read, u, v, to];
    [this.minX, this.minY, this.maxX, this.maxY] = [minX, minY, maxX, maxY];
    this.ends.push(to);
  }
}

const cutOff = () => new Error('a geometry is cut off');
