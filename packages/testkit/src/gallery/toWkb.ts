import type { Geometry, Position } from '@pgis/geo';

const types = { Point: 1, LineString: 2, Polygon: 3 } as const;

/** Little-endian WKB, as the database answers it. */
export function toWkb({ type, coordinates }: Geometry): Buffer {
  if (type !== 'Point' && type !== 'LineString' && type !== 'Polygon') throw new Error(`no WKB of a ${type}`);
  const uint = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const position = ([x, y]: Position) => {
    const bytes = Buffer.alloc(16);
    bytes.writeDoubleLE(x, 0);
    bytes.writeDoubleLE(y, 8);
    return bytes;
  };
  const path = (positions: readonly Position[]) =>
    Buffer.concat([uint(positions.length), ...positions.map(position)]);
  const head = Buffer.concat([Buffer.from([1]), uint(types[type])]);
  if (type === 'Point') return Buffer.concat([head, position(coordinates as Position)]);
  if (type === 'LineString') return Buffer.concat([head, path(coordinates as readonly Position[])]);
  const rings = coordinates as readonly (readonly Position[])[];
  return Buffer.concat([head, uint(rings.length), ...rings.map(path)]);
}
