import type { Geometry, Position } from '@pgis/geo';

const codes: Readonly<Record<Geometry['type'], number>> = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
};

/** Flag of a type that the number of its coordinate system follows. */
const withSrid = 0x2000_0000;
const mercatorSrid = 3857;

/** Grows with the largest geometry; one at a time is written. */
let space = Buffer.allocUnsafe(1 << 16);
let length = 0;

/** A geometry as the database holds it, in hexadecimal (little-endian EWKB in EPSG:3857): read there much faster than WKT. */
export function toHexEwkb(geometry: Geometry): string {
  length = 0;
  writeHead(codes[geometry.type] | withSrid);
  writeCount(mercatorSrid);
  writeBody(geometry);
  return space.toString('hex', 0, length);
}

function writeGeometry(geometry: Geometry): void {
  writeHead(codes[geometry.type]);
  writeBody(geometry);
}

function writeBody(geometry: Geometry): void {
  switch (geometry.type) {
    case 'Point':
      writePosition(geometry.coordinates);
      break;
    case 'LineString':
      writePath(geometry.coordinates);
      break;
    case 'Polygon':
      writePaths(geometry.coordinates);
      break;
    case 'MultiPoint':
      writeCount(geometry.coordinates.length);
      for (const coordinates of geometry.coordinates) writeGeometry({ type: 'Point', coordinates });
      break;
    case 'MultiLineString':
      writeCount(geometry.coordinates.length);
      for (const coordinates of geometry.coordinates) writeGeometry({ type: 'LineString', coordinates });
      break;
    case 'MultiPolygon':
      writeCount(geometry.coordinates.length);
      for (const coordinates of geometry.coordinates) writeGeometry({ type: 'Polygon', coordinates });
  }
}

function writePaths(paths: readonly (readonly Position[])[]): void {
  writeCount(paths.length);
  for (const path of paths) writePath(path);
}

function writePath(positions: readonly Position[]): void {
  writeCount(positions.length);
  for (const position of positions) writePosition(position);
}

function writeHead(code: number): void {
  reserve(5);
  space[length++] = 1;
  length = space.writeUInt32LE(code, length);
}

function writeCount(count: number): void {
  reserve(4);
  length = space.writeUInt32LE(count, length);
}

function writePosition([x, y]: Position): void {
  reserve(16);
  length = space.writeDoubleLE(x, length);
  length = space.writeDoubleLE(y, length);
}

function reserve(bytes: number): void {
  if (length + bytes <= space.length) return;
  const larger = Buffer.allocUnsafe(2 * (length + bytes));
  space.copy(larger, 0, 0, length);
  space = larger;
}
