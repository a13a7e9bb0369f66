import {
  type Extent,
  emptyExtent,
  type Geometry,
  type GeometryKind,
  listPaths,
  type Position,
  type Ring,
} from '@pgis/geo';
import { listMembers } from '../wkb.ts';

/** Codes of the shape types of a .shp file (ESRI Shapefile Technical Description, 1998). */
export const shapeType = (kind: GeometryKind, hasMulti: boolean): number =>
  kind === 'point' ? (hasMulti ? 8 : 1) : kind === 'line' ? 3 : 5;

/** Measures from the first position: products of whole coordinates would round away the sign of a small ring. */
const signedArea = (ring: Ring): number => {
  const [[startX, startY] = [0, 0]] = ring;
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[at + 1] ?? [startX, startY];
    return sum + ((x - startX) * (nextY - startY) - (nextX - startX) * (y - startY));
  }, 0);
};

/** A shell runs clockwise in a shapefile, a hole the other way. */
const turn = (ring: Ring, isHole: boolean): Ring =>
  signedArea(ring) > 0 === isHole ? ring : ring.toReversed();

const partsOf = (geometry: Geometry): readonly (readonly Position[])[] =>
  listMembers(geometry).flatMap((member) =>
    member.type === 'Polygon' ? member.coordinates.map((ring, at) => turn(ring, at > 0)) : listPaths(member),
  );

/** Returns the content of a record: its type, its extent, and its points. */
export function shapeRecord(geometry: Geometry, type: number, extent: Extent): Buffer {
  const parts = partsOf(geometry);
  const positions = parts.flat();
  if (type === 1) {
    const point = Buffer.alloc(20);
    point.writeInt32LE(type, 0);
    writePositions(point, 4, positions);
    return point;
  }
  const isMultiPoint = type === 8;
  const headBytes = isMultiPoint ? 40 : 44 + parts.length * 4;
  const record = Buffer.alloc(headBytes + positions.length * 16);
  record.writeInt32LE(type, 0);
  writeExtent(record, 4, extent);
  if (isMultiPoint) record.writeInt32LE(positions.length, 36);
  else {
    record.writeInt32LE(parts.length, 36);
    record.writeInt32LE(positions.length, 40);
    let first = 0;
    for (const [at, part] of parts.entries()) {
      record.writeInt32LE(first, 44 + at * 4);
      first += part.length;
    }
  }
  writePositions(record, headBytes, positions);
  return record;
}

function writePositions(buffer: Buffer, start: number, positions: readonly Position[]): void {
  let at = start;
  for (const [x, y] of positions) at = buffer.writeDoubleLE(y, buffer.writeDoubleLE(x, at));
}

function writeExtent(buffer: Buffer, start: number, extent: Extent): void {
  for (const [at, value] of extent.entries()) buffer.writeDoubleLE(value, start + at * 8);
}

/** The 100 bytes with which a .shp and a .shx begin. */
export function shapeHeader(type: number, fileBytes: number, extent: Extent = emptyExtent()): Buffer {
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(fileBytes / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(type, 32);
  if (Number.isFinite(extent[0])) writeExtent(header, 36, extent);
  return header;
}
