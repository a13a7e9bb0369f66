import type { Readable } from 'node:stream';
import { open as openShapefile } from 'shapefile';
import yauzl from 'yauzl';
import { readFeature } from './readGeoJson.ts';
import type { ReadFeature } from './SourceFeature.ts';

export interface ShapefileReader {
  readonly features: AsyncIterable<ReadFeature>;
  /** Text of the .prj file, which proj4 understands. */
  readonly projection: string | undefined;
}

/** Limit of the unpacked bytes of one Shapefile (security rules, "zip"). */
const MAX_UNPACKED_BYTES = 2_000_000_000;

/**
 * Reads the first Shapefile inside a zip. Its files are streamed out of the archive; nothing is unpacked to a path.
 *
 * @throws Error when the zip holds no .shp or is too large.
 */
export async function readShapefile(zipPath: string): Promise<ShapefileReader> {
  const entries = await listEntries(zipPath);
  const shp = entries.find(
    (entry) => /\.shp$/i.test(entry.fileName) && !entry.fileName.startsWith('__MACOSX'),
  );
  if (!shp) throw new Error('The zip contains no .shp file.');
  const base = shp.fileName.slice(0, -4).toLowerCase();
  const findEntry = (ending: string) =>
    entries.find((entry) => entry.fileName.toLowerCase() === `${base}.${ending}`);
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (size > MAX_UNPACKED_BYTES) throw new Error('The zip unpacks to more than 2 GB.');
  const text = async (ending: string) => {
    const entry = findEntry(ending);
    return entry
      ? (await readAll(await openEntry(zipPath, entry.fileName))).toString('utf8').trim()
      : undefined;
  };
  const encoding = toEncoding(await text('cpg'));
  const dbf = findEntry('dbf');
  return {
    projection: await text('prj'),
    features: readRecords(zipPath, { shp: shp.fileName, dbf: dbf?.fileName, encoding }),
  };
}

async function* readRecords(
  zipPath: string,
  {
    shp,
    dbf,
    encoding,
  }: { readonly shp: string; readonly dbf: string | undefined; readonly encoding: string },
): AsyncGenerator<ReadFeature> {
  const source = await openShapefile(
    await openEntry(zipPath, shp),
    dbf === undefined ? undefined : await openEntry(zipPath, dbf),
    { encoding },
  );
  for (let rowNumber = 1; ; rowNumber++) {
    const record = await source.read();
    if (record.done) return;
    yield readFeature(JSON.stringify(record.value), rowNumber);
  }
}

/** Name for TextDecoder of what a .cpg file says; UTF-8 where there is none. */
function toEncoding(cpg: string | undefined): string {
  if (!cpg) return 'utf-8';
  const codePage = /(125\d)$/.exec(cpg)?.[1];
  const name = codePage ? `windows-${codePage}` : cpg;
  try {
    new TextDecoder(name);
    return name;
  } catch {
    return 'utf-8';
  }
}

/** The library's own texts speak of the inside of archives. */
const damagedZip = (cause: Error): Error =>
  new Error('The file is not a zip archive, or it is damaged.', { cause });

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, zip) =>
      error ? reject(damagedZip(error)) : resolve(zip),
    ),
  );

async function listEntries(path: string): Promise<yauzl.Entry[]> {
  const zip = await openZip(path);
  return await new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      if (entries.length > 10_000) reject(new Error('The zip has more than 10 000 entries.'));
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error: Error) => reject(damagedZip(error)));
    zip.readEntry();
  });
}

async function openEntry(path: string, name: string): Promise<Readable> {
  const zip = await openZip(path);
  return await new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName === name)
        zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream)));
      else zip.readEntry();
    });
    zip.on('end', () => reject(new Error(`${name} is missing from the zip`)));
    zip.on('error', (error: Error) => reject(damagedZip(error)));
    zip.readEntry();
  });
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
