import { Readable } from 'node:stream';
import { openShp } from 'shapefile';
import { readWhole } from '../../files/readWhole.ts';
import { baseNameOf, endingOf, type SourceFile, stemOf } from '../../files/SourceFile.ts';
import { SourceError } from '../../SourceError.ts';
import { type FoundEncoding, toEncoding } from '../../text/encodings.ts';
import { toFeature } from '../geojson/readGeoJson.ts';
import type { FeatureSource, ReadFeature } from '../SourceFeature.ts';
import type { SourceOptions, TableJoin } from '../SourceOptions.ts';
import { limitRecords } from './limitRecords.ts';
import { type DbfTable, readDbf } from './readDbf.ts';

/** Texts beside the geometries: .prj and .cpg. */
const MAX_TEXT_BYTES = 100_000;
/** Rows of a joined table, which are held in memory. */
const MAX_JOINED_ROWS = 1_000_000;

/**
 * Opens one of the Shapefiles among the files; their parts lie beside each other with the same name.
 *
 * @throws Error when a part is missing or damaged.
 */
export async function openShapefile(
  files: readonly SourceFile[],
  { layer, encoding, join }: SourceOptions,
): Promise<FeatureSource> {
  const shapes = files.filter(({ name }) => endingOf(name) === 'shp');
  const layers = shapes.map(({ name }) => baseNameOf(name));
  const shp = shapes[layer === undefined ? 0 : layers.indexOf(layer)];
  if (shp === undefined) throw new SourceError('NO_LAYER', `The file has no layer "${layer}".`);
  const partOf = (ending: string) =>
    files.find(({ name }) => endingOf(name) === ending && stemOf(name) === stemOf(shp.name));
  const textOf = async (ending: string) => {
    const part = partOf(ending);
    return part && (await readWhole(await part.open(), MAX_TEXT_BYTES)).toString('utf8').trim();
  };
  const projection = await textOf('prj');
  const dbf = partOf('dbf');
  const table = dbf && (await readDbf(await dbf.open(), chooseEncoding(await textOf('cpg'), encoding)));
  const others = files.filter(
    ({ name }) => endingOf(name) === 'dbf' && !shapes.some((one) => stemOf(one.name) === stemOf(name)),
  );
  const tables = await Promise.all(others.map((file) => describeTable(file, table?.encoding)));
  const joined = join && (await readJoined(others, { join, given: table?.encoding }));
  return {
    tables,
    format: 'shapefile',
    layers,
    layer: baseNameOf(shp.name),
    ...(table && { encoding: table.encoding }),
    declaredCrs: () => projection || undefined,
    features: readRecords(shp, table, joined),
  };
}

function chooseEncoding(
  cpg: string | undefined,
  selected: SourceOptions['encoding'],
): FoundEncoding | undefined {
  if (selected) return { name: selected, origin: 'selected' };
  const name = toEncoding(cpg);
  return name && { name, origin: 'cpg' };
}

async function describeTable(file: SourceFile, given: FoundEncoding | undefined) {
  const stream = await file.open();
  const { fieldNames } = await readDbf(stream, given);
  stream.destroy();
  return { name: baseNameOf(file.name), fields: fieldNames };
}

type Values = Readonly<Record<string, unknown>>;
type Joined = (properties: Values) => Values;

/** Registers deliver one row for each shape, or several; of these the first one counts. */
async function readJoined(
  files: readonly SourceFile[],
  { join, given }: { readonly join: TableJoin; readonly given: FoundEncoding | undefined },
): Promise<Joined> {
  const file = files.find(({ name }) => baseNameOf(name) === join.table);
  if (file === undefined) throw new SourceError('NO_LAYER', `The file has no table "${join.table}".`);
  const { records, fieldNames } = await readDbf(await file.open(), given);
  if (!fieldNames.includes(join.tableKey))
    throw new SourceError('NO_COORDINATES', `The table has no column "${join.tableKey}".`);
  const rows = new Map<string, Values>();
  for await (const record of records) {
    const key = record?.[join.tableKey];
    if (record === undefined || key === null || key === undefined || rows.has(String(key))) continue;
    rows.set(String(key), record);
    if (rows.size > MAX_JOINED_ROWS)
      throw new SourceError('TOO_LARGE', `The table has more than ${MAX_JOINED_ROWS} rows.`);
  }
  const empty = Object.fromEntries(fieldNames.map((name) => [name, null]));
  // A field of the Shapefile keeps its name and value.
  return (properties) => ({ ...(rows.get(String(properties[join.key])) ?? empty), ...properties });
}

async function* readRecords(
  shp: SourceFile,
  table: DbfTable | undefined,
  joined: Joined = (properties) => properties,
): AsyncGenerator<ReadFeature> {
  let problem: SourceError | undefined;
  const checked = limitRecords(await shp.open(), (found) => {
    problem = found;
  });
  const toProblem = (error: unknown): never => {
    throw problem ?? error;
  };
  const source = await openShp(Readable.from(checked, { objectMode: false })).catch(toProblem);
  const records = table?.records[Symbol.asyncIterator]();
  for (let rowNumber = 1; ; rowNumber++) {
    const shape = await source.read().catch(toProblem);
    if (problem !== undefined) throw problem;
    if (shape.done) return;
    const record = await records?.next();
    // A deleted row stays in both files until somebody packs them.
    if (record !== undefined && !record.done && record.value === undefined) continue;
    yield toFeature(shape.value, joined(record?.value ?? {}), rowNumber);
  }
}
