import { type Geometry, type Position, wkbTypes } from '@pgis/geo';

/** Flag in the type that announces an SRID after it. */
const withSrid = 0x2000_0000;
const mercatorSrid = 3857;

/** Buffer for one geometry at a time; it grows with the largest. */
let space = Buffer.allocUnsafe(1 << 16);
let length = 0;

/** Converts a geometry to hexadecimal little-endian EWKB in EPSG:3857, which PostGIS reads much faster than WKT. */
export function toHexEwkb(geometry: Geometry): string {
  length = 0;
  writeHead(wkbTypes[geometry.type] | withSrid);
  writeCount(mercatorSrid);
  writeBody(geometry);
  return space.toString('hex', 0, length);
}

function writeGeometry(geometry: Geometry): void {
  writeHead(wkbTypes[geometry.type]);
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
