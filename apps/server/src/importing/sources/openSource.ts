import { createGunzip } from 'node:zlib';
import { limitBytes } from '../files/limitBytes.ts';
import { listSourceFiles } from '../files/listSourceFiles.ts';
import { baseNameOf, endingOf, type GivenFile, type SourceFile } from '../files/SourceFile.ts';
import { listZipFiles, MAX_UNPACKED_BYTES } from '../files/zipFiles.ts';
import { SourceError } from '../SourceError.ts';
import { decodeToUtf8 } from '../text/decodeToUtf8.ts';
import { readGeoJson } from './geojson/readGeoJson.ts';
import type { FeatureSource } from './SourceFeature.ts';
import type { SourceOptions } from './SourceOptions.ts';

type Open = (file: SourceFile, options: SourceOptions) => FeatureSource | Promise<FeatureSource>;

/** Loads a module when its format is read; a process that reads one file needs one of them. */
const openXml: Open = async (...source) => (await import('./xml/readXml.ts')).openXml(...source);
const openDxf: Open = async (...source) => (await import('./dxf/readDxf.ts')).openDxf(...source);
const openGeoPackage: Open = async (...source) =>
  (await import('./geopackage/readGeoPackage.ts')).openGeoPackage(...source);

/** Readers by the ending of the name; a Shapefile is looked for before them. */
const readers: Readonly<Record<string, Open>> = {
  geojson: openGeoJson,
  json: openGeoJson,
  geojsonl: openGeoJson,
  geojsons: openGeoJson,
  ndjson: openGeoJson,
  jsonl: openGeoJson,
  csv: openCsv,
  tsv: openCsv,
  txt: openCsv,
  gpkg: openGeoPackage,
  kml: openXml,
  gpx: openXml,
  dxf: openDxf,
  xlsx: openWorkbook,
};

/**
 * Opens the files of an import for one pass: a single file, a zip archive of one, or the loose parts of a Shapefile. The
 * ending of the name says the format; text formats may have .gz behind it.
 *
 * @throws Error with a sentence for the user when nothing among the files can be read.
 */
export async function openSource(
  given: readonly GivenFile[],
  options: SourceOptions = {},
): Promise<FeatureSource> {
  const files = await listSourceFiles(given);
  if (files.some(({ name }) => endingOf(name) === 'shp')) {
    const { openShapefile } = await import('./shapefile/readShapefile.ts');
    return await openShapefile(files, options);
  }
  const readable = files.filter(({ name }) => readerOf(name) !== undefined);
  const file = readable.find(({ name }) => /\.(gpkg|kml)$/i.test(name)) ?? readable[0];
  const open = file && readerOf(file.name);
  if (file === undefined || open === undefined) throw toUnreadable(given, files);
  return await open(file, options);
}

const readerOf = (name: string): Open | undefined => readers[endingOf(name).replace(/\.gz$/, '')];

function toUnreadable(given: readonly GivenFile[], files: readonly SourceFile[]): SourceError {
  const names = given.map(({ name }) => name).join(', ');
  const part = files.find(({ name }) => /\.(shx|dbf|prj|cpg)$/i.test(name));
  if (part !== undefined)
    return new SourceError('SHP_MISSING', `${names}: the .shp file is missing. Add it beside ${part.name}.`);
  return new SourceError(
    'UNKNOWN_FORMAT',
    `${names}: GeoJSON, Shapefile, GeoPackage, KML, KMZ, GPX, DXF, CSV and XLSX can be imported.`,
  );
}

async function openGeoJson(file: SourceFile, { encoding: selected }: SourceOptions): Promise<FeatureSource> {
  const { encoding, chunks } = await decodeToUtf8(await openText(file), selected);
  const { features, declaredCrs } = readGeoJson(chunks);
  return { ...singleLayer(file), format: 'geojson', encoding, declaredCrs, features };
}

async function openCsv(file: SourceFile, options: SourceOptions): Promise<FeatureSource> {
  const [{ readCsv }, { declaredCrsOf, toTableFeatures }] = await Promise.all([
    import('./tables/readCsv.ts'),
    import('./tables/toTableFeatures.ts'),
  ]);
  const { encoding, chunks } = await decodeToUtf8(await openText(file), options.encoding);
  return {
    ...singleLayer(file),
    format: 'csv',
    encoding,
    declaredCrs: () => declaredCrsOf(options),
    features: toTableFeatures(readCsv(chunks), options),
  };
}

async function openWorkbook(file: SourceFile, options: SourceOptions): Promise<FeatureSource> {
  if (file.path === undefined)
    throw new SourceError('ARCHIVE_DAMAGED', 'Unpack the workbook from the zip first.');
  const { openXlsx } = await import('./tables/readXlsx.ts');
  return openXlsx(await listZipFiles(file.path), options);
}

function singleLayer({ name }: SourceFile): Pick<FeatureSource, 'layers' | 'layer'> {
  const layer = baseNameOf(name);
  return { layers: [layer], layer };
}

async function openText(file: SourceFile): Promise<AsyncIterable<Uint8Array>> {
  const stream = await file.open();
  if (!/\.gz$/i.test(file.name)) return stream;
  const gunzip = createGunzip({ chunkSize: 1 << 18 });
  stream.on('error', (error) => gunzip.destroy(error));
  return limitBytes(stream.pipe(gunzip), MAX_UNPACKED_BYTES);
}
