import { type Geometry, type GeometryType, type Position, wkbTypes } from '@pgis/geo';

const types = new Map(Object.entries(wkbTypes).map(([type, code]) => [code, type as GeometryType]));

/** Parses little-endian WKB of two dimensions, as `ST_AsBinary(…, 'NDR')` writes it. @throws Error for anything else. */
export function parseWkb(bytes: Buffer): Geometry {
  let at = 0;
  const readCount = (): number => {
    at += 4;
    return bytes.readUInt32LE(at - 4);
  };
  const readPosition = (): Position => {
    at += 16;
    return [bytes.readDoubleLE(at - 16), bytes.readDoubleLE(at - 8)];
  };
  const readMany = <T>(readOne: () => T): T[] => Array.from({ length: readCount() }, readOne);
  const readPath = () => readMany(readPosition);
  const readPaths = () => readMany(readPath);
  const readHead = (): GeometryType | undefined => {
    at += 5;
    return bytes[at - 5] === 1 ? types.get(bytes.readUInt32LE(at - 4)) : undefined;
  };
  const readMember = <T>(readOne: () => T) => {
    return (): T => {
      readHead();
      return readOne();
    };
  };
  const type = readHead();
  switch (type) {
    case 'Point':
      return { type, coordinates: readPosition() };
    case 'LineString':
      return { type, coordinates: readPath() };
    case 'Polygon':
      return { type, coordinates: readPaths() };
    case 'MultiPoint':
      return { type, coordinates: readMany(readMember(readPosition)) };
    case 'MultiLineString':
      return { type, coordinates: readMany(readMember(readPath)) };
    case 'MultiPolygon':
      return { type, coordinates: readMany(readMember(readPaths)) };
    case undefined:
      throw new Error('This WKB is none that the database writes.');
  }
}

/** Returns little-endian WKB after `head`. */
export function toWkb(geometry: Geometry, head: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(head.length + wkbLength(geometry));
  let at = head.copy(bytes);
  const writeCount = (count: number) => {
    at = bytes.writeUInt32LE(count, at);
  };
  const writePosition = ([x, y]: Position) => {
    at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
  };
  const writePath = (path: readonly Position[]) => {
    writeCount(path.length);
    for (const position of path) writePosition(position);
  };
  const writePaths = (paths: readonly (readonly Position[])[]) => {
    writeCount(paths.length);
    for (const path of paths) writePath(path);
  };
  const writeMembers = (members: readonly Geometry[]) => {
    writeCount(members.length);
    for (const member of members) write(member);
  };
  const write = (one: Geometry): void => {
    at = bytes.writeUInt8(1, at);
    writeCount(wkbTypes[one.type]);
    switch (one.type) {
      case 'Point':
        writePosition(one.coordinates);
        break;
      case 'LineString':
        writePath(one.coordinates);
        break;
      case 'Polygon':
        writePaths(one.coordinates);
        break;
      default:
        writeMembers(listMembers(one));
    }
  };
  write(geometry);
  return bytes;
}

/** Returns the single geometries of a multi geometry, or the geometry itself. */
export function listMembers(geometry: Geometry): readonly Geometry[] {
  switch (geometry.type) {
    case 'MultiPoint':
      return geometry.coordinates.map((coordinates) => ({ type: 'Point', coordinates }));
    case 'MultiLineString':
      return geometry.coordinates.map((coordinates) => ({ type: 'LineString', coordinates }));
    case 'MultiPolygon':
      return geometry.coordinates.map((coordinates) => ({ type: 'Polygon', coordinates }));
    default:
      return [geometry];
  }
}

/** Returns the multi geometry with this geometry as its only member, or the geometry itself if it is one. */
export function toMulti(geometry: Geometry): Geometry {
  switch (geometry.type) {
    case 'Point':
      return { type: 'MultiPoint', coordinates: [geometry.coordinates] };
    case 'LineString':
      return { type: 'MultiLineString', coordinates: [geometry.coordinates] };
    case 'Polygon':
      return { type: 'MultiPolygon', coordinates: [geometry.coordinates] };
    default:
      return geometry;
  }
}

const HEAD_BYTES = 5;
const COUNT_BYTES = 4;
const POSITION_BYTES = 16;

function wkbLength(geometry: Geometry): number {
  switch (geometry.type) {
    case 'Point':
      return HEAD_BYTES + POSITION_BYTES;
    case 'LineString':
      return HEAD_BYTES + COUNT_BYTES + geometry.coordinates.length * POSITION_BYTES;
    case 'Polygon':
      return geometry.coordinates.reduce(
        (sum, ring) => sum + COUNT_BYTES + ring.length * POSITION_BYTES,
        HEAD_BYTES + COUNT_BYTES,
      );
    default:
      return listMembers(geometry).reduce((sum, member) => sum + wkbLength(member), HEAD_BYTES + COUNT_BYTES);
  }
}
