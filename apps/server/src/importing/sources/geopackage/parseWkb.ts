import type { Geometry, GeometryType, Position } from '@pgis/geo';

/** Nesting of collections: a surface of curves is not read, so a multi geometry holds simple ones. */
const MAX_DEPTH = 2;

const typeNames: Readonly<Record<number, GeometryType>> = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
};

/** Type of the parts of a multi geometry, which say theirs again. */
const partTypes: Partial<Record<GeometryType, GeometryType>> = {
  MultiPoint: 'Point',
  MultiLineString: 'LineString',
  MultiPolygon: 'Polygon',
};

/** A type of WKB that objects cannot have: a collection or a curve. */
export class UnsupportedWkbError extends Error {}

/**
 * Reads WKB as ISO and PostGIS write it. Heights and measures are left out: objects are flat.
 *
 * @throws UnsupportedWkbError for other types, RangeError for bytes that end too early or lengths that lie.
 */
export function parseWkb(bytes: Buffer, offset = 0): Geometry {
  return new WkbReader(bytes, offset).readGeometry(0);
}

class WkbReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, offset: number) {
    this.#bytes = bytes;
    this.#at = offset;
  }

  readGeometry(depth: number): Geometry {
    if (depth > MAX_DEPTH) throw new RangeError('the geometry is nested too deeply');
    const isLittle = this.#bytes.readUInt8(this.#at) === 1;
    this.#at += 1;
    const code = this.#readCount(isLittle);
    const flags = code >>> 29;
    if ((flags & 1) !== 0) this.#at += 4; // SRID of EWKB
    const base = code & 0x0fff_ffff;
    const isoDimensions = Math.floor(base / 1000);
    const extra =
      (isoDimensions === 3 ? 2 : isoDimensions > 0 ? 1 : 0) +
      ((flags & 4) !== 0 ? 1 : 0) +
      ((flags & 2) !== 0 ? 1 : 0);
    const type = typeNames[base % 1000];
    if (type === undefined) throw new UnsupportedWkbError(`type ${base % 1000}`);
    const position = () => this.#readPosition(isLittle, extra);
    const path = () => this.#readList(isLittle, 16 + 8 * extra, position);
    const part = () => {
      const geometry = this.readGeometry(depth + 1);
      if (geometry.type !== partTypes[type]) throw new RangeError(`a ${type} has a ${geometry.type}`);
      return geometry.coordinates;
    };
    const parts = () => this.#readList(isLittle, 5, part);
    switch (type) {
      case 'Point':
        return { type, coordinates: position() };
      case 'LineString':
        return { type, coordinates: path() };
      case 'Polygon':
        return { type, coordinates: this.#readList(isLittle, 4, path) };
      default:
        return { type, coordinates: parts() } as Geometry;
    }
  }

  #readCount(isLittle: boolean): number {
    const count = isLittle ? this.#bytes.readUInt32LE(this.#at) : this.#bytes.readUInt32BE(this.#at);
    this.#at += 4;
    return count;
  }

  /** @param minBytes what an item takes at least: a count that the rest cannot hold is a lie. */
  #readList<T>(isLittle: boolean, minBytes: number, read: () => T): T[] {
    const count = this.#readCount(isLittle);
    if (count * minBytes > this.#bytes.length - this.#at) throw new RangeError('a length exceeds the bytes');
    return Array.from({ length: count }, read);
  }

  #readPosition(isLittle: boolean, extra: number): Position {
    const read = (at: number) => (isLittle ? this.#bytes.readDoubleLE(at) : this.#bytes.readDoubleBE(at));
    const position: Position = [read(this.#at), read(this.#at + 8)];
    this.#at += 16 + 8 * extra;
    return position;
  }
}
