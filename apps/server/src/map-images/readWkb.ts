import type { Position } from '@pgis/geo';

/** Flat coordinates of a geometry as ol has them: `ends` of lines and rings, `endss` of the polygons of a multi. */
export interface FlatGeometry {
  readonly type: 'Point' | 'MultiPoint' | 'LineString' | 'MultiLineString' | 'Polygon' | 'MultiPolygon';
  readonly flat: number[];
  readonly ends: number[];
  readonly endss: number[][];
}

type Place = (position: Position) => Position;
const same: Place = (position) => position;

const types = ['Point', 'LineString', 'Polygon', 'MultiPoint', 'MultiLineString', 'MultiPolygon'] as const;

/**
 * Reads a 2D WKB geometry (OGC 06-103r4, 8.2) and leaves out vertices that lie closer than `tolerance` to the one kept
 * before: half a pixel when drawing. Rings keep at least their first, one middle and last vertex.
 *
 * @param at offset of the geometry in `bytes`.
 * @param place converts positions; the tolerance is of what it gives.
 */
export function readWkb(bytes: DataView, at: number, tolerance: number, place: Place = same): FlatGeometry {
  const reader = new WkbReader(bytes, at, tolerance * tolerance, place);
  return reader.geometry();
}

class WkbReader {
  readonly #view: DataView;
  readonly #tolerance2: number;
  readonly #place: Place;
  #at: number;
  #little = true;
  readonly #flat: number[] = [];

  constructor(view: DataView, at: number, tolerance2: number, place: Place) {
    this.#view = view;
    this.#at = at;
    this.#tolerance2 = tolerance2;
    this.#place = place;
  }

  geometry(): FlatGeometry {
    const type = types[this.#header() - 1];
    const ends: number[] = [];
    const endss: number[][] = [];
    switch (type) {
      case 'Point':
        this.#position();
        break;
      case 'LineString':
        this.#path(2);
        break;
      case 'Polygon':
        ends.push(...this.#rings());
        break;
      case 'MultiPoint':
        this.#parts(() => this.#position());
        break;
      case 'MultiLineString':
        this.#parts(() => {
          this.#path(2);
          ends.push(this.#flat.length);
        });
        break;
      case 'MultiPolygon':
        this.#parts(() => endss.push(this.#rings()));
        break;
      default:
        throw new Error('not a geometry that this product stores');
    }
    return { type, flat: this.#flat, ends, endss };
  }

  #header(): number {
    this.#little = this.#view.getUint8(this.#at) === 1;
    const type = this.#view.getUint32(this.#at + 1, this.#little);
    this.#at += 5;
    return type;
  }

  #count(): number {
    const count = this.#view.getUint32(this.#at, this.#little);
    this.#at += 4;
    return count;
  }

  #number(): number {
    const value = this.#view.getFloat64(this.#at, this.#little);
    this.#at += 8;
    return value;
  }

  #position(): void {
    const [x, y] = this.#place([this.#number(), this.#number()]);
    this.#flat.push(x, y);
  }

  #parts(read: () => void): void {
    for (let left = this.#count(); left > 0; left--) {
      this.#header();
      read();
    }
  }

  #rings(): number[] {
    const ends: number[] = [];
    for (let left = this.#count(); left > 0; left--) {
      this.#path(4);
      ends.push(this.#flat.length);
    }
    return ends;
  }

  /** `least`: vertices that a line (2) or ring (4) needs to stay one. */
  #path(least: number): void {
    const count = this.#count();
    const flat = this.#flat;
    const start = flat.length;
    let [lastX, lastY] = [Number.NaN, Number.NaN];
    for (let i = 0; i < count; i++) {
      const [x, y] = this.#place([this.#number(), this.#number()]);
      const kept = (flat.length - start) / 2;
      const needed = i === count - 1 || count - i <= least - kept;
      if (needed || kept === 0 || (x - lastX) ** 2 + (y - lastY) ** 2 >= this.#tolerance2) {
        flat.push(x, y);
        [lastX, lastY] = [x, y];
      }
    }
  }
}
