import type { Geometry } from '@pgis/geo';
import type { BrokenFeature, ReadFeature } from '../SourceFeature.ts';
import { type RawFeature, splitGeoJson } from './splitGeoJson.ts';

export interface GeoJsonReader {
  readonly features: AsyncIterable<ReadFeature>;
  /** The `crs` member of old GeoJSON as `EPSG:…`; undefined for plain WGS 84. Known after the last feature. */
  readonly declaredCrs: () => string | undefined;
}

export function readGeoJson(chunks: AsyncIterable<Uint8Array>): GeoJsonReader {
  let crs: string | undefined;
  const sources = splitGeoJson(chunks, (members) => {
    crs ??= findCrs(members);
  });
  return { features: readFeatures(sources), declaredCrs: () => crs };
}

async function* readFeatures(sources: AsyncIterable<RawFeature>): AsyncGenerator<ReadFeature> {
  let rowNumber = 0;
  for await (const source of sources) yield readFeature(source, ++rowNumber);
}

/** One GeoJSON feature, or a bare geometry. A third coordinate (height) is left out: objects are flat. */
function readFeature(source: RawFeature, rowNumber: number): ReadFeature {
  let value: unknown;
  try {
    value = typeof source === 'string' ? JSON.parse(source) : source;
  } catch {
    return { rowNumber, problem: 'not valid JSON', reason: 'NOT_READABLE' };
  }
  if (!isRecord(value)) return { rowNumber, problem: 'not a GeoJSON feature', reason: 'NOT_READABLE' };
  if (typeof value.type === 'string' && value.type in nesting) return toFeature(value, {}, rowNumber);
  if (value.type !== 'Feature')
    return { rowNumber, problem: 'not a GeoJSON feature', reason: 'NOT_READABLE' };
  return toFeature(value.geometry, isRecord(value.properties) ? value.properties : {}, rowNumber);
}

/** Makes a feature of a GeoJSON geometry and its properties. */
export function toFeature(
  geometry: unknown,
  properties: Readonly<Record<string, unknown>>,
  rowNumber: number,
): ReadFeature {
  const read = toFlatGeometry(geometry);
  return 'problem' in read ? { rowNumber, ...read, properties } : { rowNumber, geometry: read, properties };
}

/** Nesting of the coordinates of each type: a point is 0. */
const nesting: Readonly<Record<string, number>> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

function toFlatGeometry(value: unknown): Geometry | Pick<BrokenFeature, 'problem' | 'reason'> {
  if (value === null || value === undefined) return { problem: 'no geometry', reason: 'NO_GEOMETRY' };
  if (!isRecord(value) || typeof value.type !== 'string')
    return { problem: 'the geometry is not a GeoJSON geometry', reason: 'NOT_READABLE' };
  const levels = nesting[value.type];
  if (levels === undefined)
    return {
      problem: `geometry type ${value.type.slice(0, 40)} is not supported`,
      reason: 'GEOMETRY_TYPE',
    };
  const coordinates = flatten(value.coordinates, levels);
  return coordinates === undefined
    ? { problem: 'the coordinates are not numbers in the right nesting', reason: 'BAD_COORDINATES' }
    : ({ type: value.type, coordinates } as Geometry);
}

function flatten(value: unknown, levels: number): unknown {
  if (!Array.isArray(value)) return undefined;
  if (levels === 0) {
    const x: unknown = value[0];
    const y: unknown = value[1];
    return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
  }
  const items = [];
  for (const item of value) {
    const inner = flatten(item, levels - 1);
    if (inner === undefined) return undefined;
    items.push(inner);
  }
  return items;
}

function findCrs(head: unknown): string | undefined {
  const name =
    isRecord(head) && isRecord(head.crs) && isRecord(head.crs.properties)
      ? head.crs.properties.name
      : undefined;
  if (typeof name !== 'string' || /CRS84$/i.test(name)) return undefined;
  const code = /EPSG:+(?:[\d.]*:)?(\d+)$/i.exec(name)?.[1];
  return code ? `EPSG:${code}` : name;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
