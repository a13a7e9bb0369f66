import type { ImportFormat } from '@pgis/contract';
import { gpx, kml } from '@tmcw/togeojson';
import { DOMParser } from '@xmldom/xmldom';
import { endingOf, type SourceFile } from '../../files/SourceFile.ts';
import { SourceError } from '../../SourceError.ts';
import { type FoundEncoding, findEncoding, makeDecoder, toEncoding } from '../../text/encodings.ts';
import { toFeature } from '../geojson/readGeoJson.ts';
import type { FeatureSource, ReadFeature } from '../SourceFeature.ts';
import type { SourceOptions } from '../SourceOptions.ts';
import { splitXml } from './splitXml.ts';

/** The elements of a format that become features, by the layers in which they lie. */
const layersOf = {
  kml: { Placemarks: ['Placemark'] },
  gpx: { waypoints: ['wpt'], tracks: ['trk'], routes: ['rte'] },
} as const satisfies Partial<Record<ImportFormat, Readonly<Record<string, readonly string[]>>>>;

const toJson = { kml, gpx };
/** Text of the schemas that is read with each object. */
const MAX_SCHEMA_CHARS = 100_000;

/** Properties that describe the drawing of a KML file or repeat its structure. */
const drawingProperties =
  /^(stroke|fill|icon|label|line|marker)([-_]|$)|^(styleUrl|styleHash|styleMapHash|_gpxType|visibility|coordinateProperties)$/;

/**
 * Opens a KML or GPX file; the KML of a KMZ archive is one of its files. Each feature is cut out of the text and read by
 * itself, so memory stays flat.
 */
export async function openXml(
  file: SourceFile,
  { layer, encoding: selected }: SourceOptions,
): Promise<FeatureSource> {
  const format = endingOf(file.name) === 'gpx' ? 'gpx' : 'kml';
  const layers = await listUsedLayers(file, format, selected);
  const name = layer ?? layers[0];
  if (name === undefined || !layers.includes(name))
    throw layer === undefined
      ? new SourceError('NO_OBJECTS', 'The file has no objects.')
      : new SourceError('NO_LAYER', `The file has no layer "${layer}".`);
  const elementNames: ReadonlySet<string> = new Set(
    (layersOf[format] as Readonly<Record<string, readonly string[]>>)[name],
  );
  const { encoding, chunks } = await decodeXml(file, selected);
  return {
    format,
    layers,
    layer: name,
    encoding,
    declaredCrs: () => undefined,
    features: readElements(format, chunks, elementNames),
  };
}

/** Lists the layers that have elements. A KML file has one, so it is not read for that. */
async function listUsedLayers(
  file: SourceFile,
  format: 'kml' | 'gpx',
  selected: SourceOptions['encoding'],
): Promise<string[]> {
  const layers: readonly [string, readonly string[]][] = Object.entries(layersOf[format]);
  if (layers.length === 1) return layers.map(([name]) => name);
  const used = new Set<string>();
  const { chunks } = await decodeXml(file, selected);
  for await (const { name } of splitXml(chunks, new Set(layers.flatMap(([, names]) => names))))
    used.add(name);
  return layers.filter(([, names]) => names.some((name) => used.has(name))).map(([name]) => name);
}

async function decodeXml(
  file: SourceFile,
  selected: SourceOptions['encoding'],
): Promise<{ readonly encoding: FoundEncoding; readonly chunks: AsyncIterable<string> }> {
  const stream = (await file.open())[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await stream.next();
  const start: Buffer = first.done ? Buffer.alloc(0) : first.value;
  const declared = toEncoding(
    /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start.toString('latin1', 0, 200))?.[1],
  );
  const recognised = findEncoding(start);
  const encoding: FoundEncoding = selected
    ? { name: selected, origin: 'selected' }
    : declared && recognised.origin !== 'bom'
      ? { name: declared, origin: 'declared' }
      : recognised;
  const chunks = async function* () {
    const decoder = makeDecoder(encoding.name);
    yield decoder.decode(start).replace(/^\ufeff/, '');
    for (let next = await stream.next(); !next.done; next = await stream.next())
      yield decoder.decode(next.value);
    yield decoder.end();
  };
  return { encoding, chunks: chunks() };
}

async function* readElements(
  format: 'kml' | 'gpx',
  chunks: AsyncIterable<string>,
  names: ReadonlySet<string>,
): AsyncGenerator<ReadFeature> {
  let prefixes = '';
  const onRoot = (attributes: Readonly<Record<string, string>>) => {
    prefixes = Object.entries(attributes)
      .filter(([name]) => name.startsWith('xmlns:'))
      .map(([name, value]) => `${name}="${value.replaceAll('"', '&quot;')}"`)
      .join(' ');
  };
  let rowNumber = 0;
  // Types of the values stand outside the objects, usually before them.
  let schemas = '';
  for await (const element of splitXml(chunks, new Set([...names, 'Schema']), onRoot)) {
    if (element.name === 'Schema' && !names.has('Schema')) {
      if (schemas.length + element.text.length <= MAX_SCHEMA_CHARS) schemas += element.text;
      continue;
    }
    const features = toFeatures(format, schemas + element.text, prefixes);
    if (features.length === 0)
      yield { rowNumber: ++rowNumber, problem: 'no geometry', reason: 'NO_GEOMETRY' };
    for (const { geometry, properties } of features)
      for (const part of splitCollection(geometry))
        yield toFeature(part, cleanProperties(properties ?? {}), ++rowNumber);
  }
}

/**
 * An object has points, lines or polygons: a collection becomes one geometry of each kind that it holds, in its order.
 */
function splitCollection(geometry: Shape | null): readonly (Shape | null)[] {
  if (geometry?.type !== 'GeometryCollection') return [geometry];
  const parts = listParts(geometry);
  if (parts.length === 0) return [null];
  const kinds = [...new Set(parts.map(({ kind }) => kind))];
  return kinds.map((kind) => {
    const coordinates = parts.filter((part) => part.kind === kind).map((part) => part.coordinates);
    return coordinates.length === 1
      ? { type: kind, coordinates: coordinates[0] }
      : { type: `Multi${kind}`, coordinates };
  });
}

interface Shape {
  readonly type: string;
  readonly coordinates?: unknown;
  readonly geometries?: readonly Shape[];
}

/** The depth of the XML bounds that of the collections. */
function listParts({ type, coordinates, geometries = [] }: Shape): { kind: string; coordinates: unknown }[] {
  if (type === 'GeometryCollection') return geometries.flatMap(listParts);
  return type.startsWith('Multi') && Array.isArray(coordinates)
    ? coordinates.map((part: unknown) => ({ kind: type.slice('Multi'.length), coordinates: part }))
    : [{ kind: type, coordinates }];
}

function toFeatures(format: 'kml' | 'gpx', text: string, prefixes: string) {
  const root = new DOMParser().parseFromString(`<${format} ${prefixes}>${text}</${format}>`, 'text/xml');
  return toJson[format](root as unknown as Document).features;
}

/** Keeps plain values: togeojson adds objects for HTML texts and lists of times. */
function cleanProperties(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(properties)) {
    if (drawingProperties.test(name)) continue;
    const isHtml = typeof value === 'object' && value !== null && 'value' in value;
    const plain = isHtml ? String(value.value) : value;
    if (typeof plain !== 'object' || plain === null) kept[name] = plain;
  }
  return kept;
}
