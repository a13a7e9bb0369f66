/** The numbers of geometry types in TWKB. */
export const twkbTypes = {
  point: 1,
  line: 2,
  polygon: 3,
  multiPoint: 4,
  multiLine: 5,
  multiPolygon: 6,
} as const;

/** Converts the geometry grid to image pixels, y downwards: a function that writes x and y to `out`, or a plain divisor. */
export type ToPixel = number | ((u: number, v: number, out: Float64Array) => void);

/** Flag in the second byte: a geometry without coordinates. */
const EMPTY = 16;

/**
 * Reads concatenated geometries of `ST_AsTWKB(…, 0)`, one after the other into the same buffers: their contents are valid
 * until the next call of `next()`. A vertex on the same pixel as the one before is dropped, as ol does.
 */
export class TwkbReader {
  /** x and y of the vertices in pixels. */
  coordinates = new Float64Array(4_096);
  /** End index of each path (point, line, ring) in `coordinates`. */
  readonly ends: number[] = [];
  /** One entry per path of a polygon or multipolygon: true for a shell, false for a hole. */
  readonly isShell: boolean[] = [];
  type = 0;
  minX = 0;
  minY = 0;
  maxX = 0;
  maxY = 0;
  readonly #bytes: Uint8Array;
  readonly #toPixel: ((u: number, v: number, out: Float64Array) => void) | undefined;
  readonly #steps: number;
  readonly #pixel = new Float64Array(2);
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
   * Reads the next geometry; returns false after the last one. A geometry without coordinates has no `ends`.
   *
   * @throws when the bytes end within a geometry or are not TWKB of this kind.
   */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.type = (this.#bytes[this.#at] ?? 0) & 15;
    const flags = this.#bytes[this.#at + 1] ?? 0;
    if ((flags & ~EMPTY) !== 0 || this.type < 1 || this.type > 6)
      throw new Error('not a geometry of ST_AsTWKB(…, 0)');
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

  /** Reads a count of items, each of which takes at least one byte. */
  #count(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw truncated();
      value += (byte & 127) * shift;
      if (byte < 128) break;
    }
    if (value > this.#bytes.length - this.#at) throw truncated();
    return value;
  }

  /** Reads the rest of a number of several bytes after its first one. */
  #longDifference(first: number): number {
    let value = first & 127;
    for (let shift = 128; ; shift *= 128) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw truncated();
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
    const pixel = this.#pixel;
    const pixels = 1 / this.#steps;
    let [read, u, v, to] = [this.#at, this.#u, this.#v, this.#length];
    let { minX, minY, maxX, maxY } = this;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    for (let i = 0; i < count; i++) {
      // Most differences take one byte. Past the end a byte reads as undefined and takes the long way, which throws.
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
        toPixel(u, v, pixel);
        x = pixel[0] as number;
        y = pixel[1] as number;
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

const truncated = () => new Error('a geometry is cut off');
