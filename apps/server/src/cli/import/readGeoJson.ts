import type { Geometry } from '@pgis/geo';
import type { ReadFeature } from './SourceFeature.ts';
import { splitGeoJson } from './splitGeoJson.ts';

export interface GeoJsonReader {
  readonly features: AsyncIterable<ReadFeature>;
  /** The `crs` member of old GeoJSON as `EPSG:…`; undefined for plain WGS 84. Known after the first feature. */
  readonly declaredCrs: () => string | undefined;
}

export function readGeoJson(chunks: AsyncIterable<Uint8Array>): GeoJsonReader {
  let crs: string | undefined;
  const texts = splitGeoJson(chunks, (head) => {
    crs = findCrs(head);
  });
  return { features: readFeatures(texts), declaredCrs: () => crs };
}

async function* readFeatures(texts: AsyncIterable<string>): AsyncGenerator<ReadFeature> {
  let place = 0;
  for await (const text of texts) yield readFeature(text, ++place);
}

/** One GeoJSON feature from its JSON text. A third coordinate (height) is left out: objects are flat. */
export function readFeature(text: string, place: number): ReadFeature {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { place, problem: 'not valid JSON' };
  }
  if (!isRecord(value) || value.type !== 'Feature') return { place, problem: 'not a GeoJSON feature' };
  const properties = isRecord(value.properties) ? value.properties : {};
  const geometry = toFlatGeometry(value.geometry);
  if (typeof geometry === 'string') return { place, problem: geometry, properties };
  return { place, geometry, properties };
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
    const [x, y] = value;
    return typeof x === 'number' && typeof y === 'number' ? [x, y] : undefined;
  }
  const parts = value.map((part) => flatten(part, levels - 1));
  return parts.includes(undefined) ? undefined : parts;
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

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
