/** Of a geometry in `PixelGeometries`: TWKB's own numbers. */
export const twkbTypes = {
  point: 1,
  line: 2,
  polygon: 3,
  multiPoint: 4,
  multiLine: 5,
  multiPolygon: 6,
} as const;

/** From the grid of the geometries to pixels of the image, y downwards: writes x and y to `out`. */
export type ToPixel = (u: number, v: number, out: Float64Array) => void;

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
  readonly #toPixel: ToPixel;
  readonly #place = new Float64Array(2);
  #at = 0;
  #length = 0;
  #u = 0;
  #v = 0;

  constructor(bytes: Uint8Array, toPixel: ToPixel) {
    this.#bytes = bytes;
    this.#toPixel = toPixel;
  }

  /** False after the last. */
  next(): boolean {
    if (this.#at >= this.#bytes.length) return false;
    this.type = (this.#bytes[this.#at] ?? 0) & 15;
    const flags = this.#bytes[this.#at + 1] ?? 0;
    if (flags !== 0 || this.type < 1 || this.type > 6) throw new Error('not a geometry as it was asked for');
    this.#at += 2;
    this.#length = 0;
    this.#u = 0;
    this.#v = 0;
    this.ends.length = 0;
    this.isShell.length = 0;
    this.minX = this.minY = Infinity;
    this.maxX = this.maxY = -Infinity;
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

  #count(): number {
    const first = this.#bytes[this.#at] as number;
    if (first < 128) {
      this.#at++;
      return first;
    }
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.#bytes[this.#at++] ?? 0;
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }

  #difference(): number {
    const value = this.#count();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
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
    let at = this.#length;
    let lastX = Number.NaN;
    let lastY = Number.NaN;
    for (let i = 0; i < count; i++) {
      this.#u += this.#difference();
      this.#v += this.#difference();
      this.#toPixel(this.#u, this.#v, this.#place);
      const x = this.#place[0] as number;
      const y = this.#place[1] as number;
      if (x < this.minX) this.minX = x;
      if (x > this.maxX) this.maxX = x;
      if (y < this.minY) this.minY = y;
      if (y > this.maxY) this.maxY = y;
      const roundX = Math.floor(x + 0.5);
      const roundY = Math.floor(y + 0.5);
      if (i === count - 1 || roundX !== lastX || roundY !== lastY) {
        coordinates[at++] = x;
        coordinates[at++] = y;
        lastX = roundX;
        lastY = roundY;
      }
    }
    this.#length = at;
    this.ends.push(at);
  }
}
