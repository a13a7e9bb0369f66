import type { Geometry } from '@pgis/geo';
import type { ReadFeature } from './SourceFeature.ts';
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

/** One GeoJSON feature. A third coordinate (height) is left out: objects are flat. */
export function readFeature(source: RawFeature, rowNumber: number): ReadFeature {
  let value: unknown;
  try {
    value = typeof source === 'string' ? JSON.parse(source) : source;
  } catch {
    return { rowNumber, problem: 'not valid JSON' };
  }
  if (!isRecord(value) || value.type !== 'Feature') return { rowNumber, problem: 'not a GeoJSON feature' };
  const properties = isRecord(value.properties) ? value.properties : {};
  const geometry = toFlatGeometry(value.geometry);
  if (typeof geometry === 'string') return { rowNumber, problem: geometry, properties };
  return { rowNumber, geometry, properties };
}

/** Nesting of the coordinates of each type: a point is 0. */
const nesting: Record<string, number> = {
  Point: 0,
  MultiPoint: 1,
  LineString: 1,
  MultiLineString: 2,
  Polygon: 2,
  MultiPolygon: 3,
};

function toFlatGeometry(value: unknown): Geometry | string {
  if (value === null || value === undefined) return 'no geometry';
  if (!isRecord(value) || typeof value.type !== 'string') return 'the geometry is not a GeoJSON geometry';
  const levels = nesting[value.type];
  if (levels === undefined) return `geometry type ${value.type.slice(0, 40)} is not supported`;
  const coordinates = flatten(value.coordinates, levels);
  return coordinates === undefined
    ? 'the coordinates are not numbers in the right nesting'
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
