import { type Geometry, type Line, type PolygonRings, type Position, wkbTypes } from '@pgis/geo';

const types = new Map(Object.entries(wkbTypes).map(([name, code]) => [code, name as Geometry['type']]));
/** Flag in the type that announces an SRID after it. */
const WITH_SRID = 0x2000_0000;

/** Reads what `toHexEwkb` writes. */
export function fromHexEwkb(text: string): Geometry {
  const bytes = Buffer.from(text, 'hex');
  let at = 0;
  const count = () => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const number = () => {
    at += 8;
    return bytes.readDoubleLE(at - 8);
  };
  const list = <T>(read: () => T): T[] => Array.from({ length: count() }, read);
  const position = (): Position => [number(), number()];
  const line = (): Line => list(position);
  const rings = (): PolygonRings => list(line);
  const head = (): Geometry['type'] => {
    at += 1;
    const code = count();
    if ((code & WITH_SRID) !== 0) at += 4;
    const type = types.get(code & ~WITH_SRID);
    if (type === undefined) throw new Error(`no geometry of the type ${code}`);
    return type;
  };
  const part =
    <T>(read: () => T) =>
    () => {
      head();
      return read();
    };
  const type = head();
  switch (type) {
    case 'Point':
      return { type, coordinates: position() };
    case 'LineString':
      return { type, coordinates: line() };
    case 'Polygon':
      return { type, coordinates: rings() };
    case 'MultiPoint':
      return { type, coordinates: list(part(position)) };
    case 'MultiLineString':
      return { type, coordinates: list(part(line)) };
    case 'MultiPolygon':
      return { type, coordinates: list(part(rings)) };
  }
}
