import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import yazl from 'yazl';
import { limitBytes } from '../../src/importing/files/limitBytes.ts';
import { listZipFiles } from '../../src/importing/files/zipFiles.ts';
import { SourceError } from '../../src/importing/SourceError.ts';
import { openSource } from '../../src/importing/sources/openSource.ts';
import { inspectInProcess } from '../../src/importing/worker/runReader.ts';
import { collect } from './collect.ts';

/** Hostile files: each is small and unpacks to very much, or names sizes that it does not have. */

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-hostile-'));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string | Buffer) => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};

async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(entries)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  return Buffer.concat(await collect(archive.outputStream as AsyncIterable<Buffer>));
}

/** Changes the entries of the directory at the end of an archive; the entries themselves stay as they are. */
function withDirectory(zip: Buffer, change: (entry: Buffer, index: number) => void): Buffer {
  const changed = Buffer.from(zip);
  let index = 0;
  for (let at = changed.indexOf('PK\x01\x02'); at >= 0; at = changed.indexOf('PK\x01\x02', at + 4))
    change(changed.subarray(at), index++);
  return changed;
}
/** Offsets in an entry of the directory. */
const UNPACKED_SIZE = 24;
const LOCAL_HEADER = 42;

/** Code that the reading process answers: a parser's own error is a damaged file. */
const codeOf = (error: unknown) => (error instanceof SourceError ? error.code : 'DAMAGED');

async function fails(path: string, code: string): Promise<void> {
  const read = async () => await collect((await openSource([{ name: basename(path), path }])).features);
  const outcome = await read().then((features) => `${features.length} features`, codeOf);
  expect(outcome, basename(path)).toBe(code);
}

/** Reads in a process whose heap is limited, which ends with its file. */
async function failsWithin(memoryMb: number, path: string, code: string): Promise<void> {
  const reading = inspectInProcess(
    {
      files: [{ name: basename(path), path }],
      options: {},
      view: { centerLonLat: [24.1, 56.95], zoom: 10 },
    },
    { signal: new AbortController().signal, limits: { memoryMb, timeMs: 60_000 } },
  );
  await expect(reading, basename(path)).rejects.toMatchObject({ code });
}

const kml = '<kml><Placemark><Point><coordinates>24,57</coordinates></Point></Placemark></kml>';
const points = (count: number) => `lon,lat,name\n${'24,57,a\n'.repeat(count)}`;

it('archives whose sizes are wrong, add up to too much, or lie over each other are refused', async () => {
  const one = await zipOf({ 'doc.kml': kml });
  const bomb = withDirectory(one, (entry) => entry.writeUInt32LE(3_000_000_000, UNPACKED_SIZE));
  await fails(await write('bomb.kmz', bomb), 'TOO_LARGE');
  const longer = await zipOf({ 'points.csv': points(100_000) });
  const lying = withDirectory(longer, (entry) => entry.writeUInt32LE(100, UNPACKED_SIZE));
  await fails(await write('lying.zip', lying), 'ARCHIVE_DAMAGED');
  const names = Array.from({ length: 40 }, (_, i) => [`${i}.csv`, points(1)] as const);
  const overlapping = withDirectory(await zipOf(Object.fromEntries(names)), (entry) => {
    entry.writeUInt32LE(100_000_000, UNPACKED_SIZE);
    entry.writeUInt32LE(0, LOCAL_HEADER);
  });
  await fails(await write('overlapping.zip', overlapping), 'TOO_LARGE');
  const cut = longer.subarray(0, longer.length - 30);
  await fails(await write('cut.zip', cut), 'ARCHIVE_DAMAGED');
});

it('an archive has at most 10 000 entries', async () => {
  const zip = await zipOf({ 'a.txt': '' });
  const [start, end] = [zip.indexOf('PK\x01\x02'), zip.indexOf('PK\x05\x06')];
  const directory = Buffer.concat(Array.from({ length: 10_001 }, () => zip.subarray(start, end)));
  const last = Buffer.from(zip.subarray(end));
  last.writeUInt16LE(10_001, 8);
  last.writeUInt16LE(10_001, 10);
  last.writeUInt32LE(directory.length, 12);
  const path = await write('many.zip', Buffer.concat([zip.subarray(0, start), directory, last]));
  await expect(listZipFiles(path)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('a compressed text ends where it unpacks to too much, and at a line without an end', async () => {
  const limited = collect(
    limitBytes(
      (async function* () {
        for (;;) yield Buffer.alloc(1_000);
      })(),
      5_000,
    ),
  );
  await expect(limited).rejects.toMatchObject({ code: 'TOO_LARGE' });
  // 500 MB of one line in 500 kB.
  const megabyte = gzipSync(Buffer.alloc(1_000_000, 'a'));
  const line = Buffer.concat(Array.from({ length: 500 }, () => megabyte));
  await failsWithin(
    100,
    await write('line.csv.gz', Buffer.concat([gzipSync('lon,lat,name\n24,57,"'), line])),
    'DAMAGED',
  );
  await fails(await write('header.csv.gz', line), 'DAMAGED');
  const feature = gzipSync('{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":"');
  await fails(await write('feature.geojson.gz', Buffer.concat([feature, line])), 'TOO_LARGE');
  await fails(await write('cut.csv.gz', gzipSync(points(1_000)).subarray(0, 30)), 'DAMAGED');
});

it('a workbook with too many columns, too large parts or endless texts is refused', async () => {
  const book = (sheet: string, more: Readonly<Record<string, string | Buffer>> = {}) =>
    zipOf({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" r:id="a"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
      'xl/s.xml': `<worksheet><sheetData>${sheet}</sheetData></worksheet>`,
      ...more,
    });
  const wide = `<row>${'<c><v>1</v></c>'.repeat(1_001)}</row>`;
  await fails(await write('wide.xlsx', await book(wide)), 'TOO_LARGE');
  const styles = `<styleSheet>${' '.repeat(5_000_001)}</styleSheet>`;
  await fails(await write('styles.xlsx', await book('', { 'xl/styles.xml': styles })), 'TOO_LARGE');
  const texts = Buffer.alloc(60_000_000, '<si/>');
  const endless = await book('', { 'xl/sharedStrings.xml': Buffer.concat([Buffer.from('<sst>'), texts]) });
  expect(endless.length).toBeLessThan(400_000);
  await failsWithin(40, await write('texts.xlsx', endless), 'TOO_MUCH_MEMORY');
});

it('a Shapefile whose headers lie about lengths and counts allocates nothing for them', async () => {
  const shp = (records: Buffer) => {
    const header = Buffer.alloc(100);
    header.writeInt32BE(9_994, 0);
    header.writeInt32BE((100 + records.length) / 2, 24);
    header.writeInt32LE(1_000, 28);
    header.writeInt32LE(1, 32);
    return Buffer.concat([header, records]);
  };
  const record = (words: number, ...parts: readonly Buffer[]) => {
    const head = Buffer.alloc(8);
    head.writeInt32BE(1, 0);
    head.writeInt32BE(words, 4);
    return Buffer.concat([head, ...parts]);
  };
  const point = Buffer.alloc(20);
  point.writeInt32LE(1, 0);
  await fails(await write('long.shp', shp(record(1_000_000_000, point))), 'TOO_LARGE');
  await fails(await write('negative.shp', shp(record(-5, point))), 'DAMAGED');
  // A line of two thousand million points in a record of 48 bytes.
  const line = Buffer.alloc(48);
  line.writeInt32LE(3, 0);
  line.writeInt32LE(2_000_000_000, 36);
  line.writeInt32LE(2_000_000_000, 40);
  const lines = shp(record(24, line));
  lines.writeInt32LE(3, 32);
  await fails(await write('count.shp', lines), 'DAMAGED');
  // The table says that it has four thousand million rows and ends after its header.
  const dbf = Buffer.alloc(65);
  dbf.writeUInt32LE(4_000_000_000, 4);
  dbf.writeUInt16LE(65, 8);
  dbf.writeUInt16LE(60_000, 10);
  dbf.write('name', 32);
  dbf.write('C', 43);
  dbf[64] = 0x0d;
  const files = await Promise.all(
    [['t.shp', shp(record(10, point))] as const, ['t.dbf', dbf] as const].map(async ([name, bytes]) => ({
      name,
      path: await write(name, bytes),
    })),
  );
  const { features } = await openSource(files);
  expect(await collect(features)).toHaveLength(1);
});

it('XML of each format has no entities of its own, and DXF no end', async () => {
  const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';
  const gpx = `${laughs}<gpx><wpt lat="57" lon="24"><name>&b;</name></wpt></gpx>`;
  await fails(await write('laughs.gpx', gpx), 'DOCTYPE');
  const external = '<!DOCTYPE x SYSTEM "http://127.0.0.1:9/x.dtd"><kml/>';
  await fails(await write('external.kmz', await zipOf({ 'doc.kml': external })), 'DOCTYPE');
  const long = `<kml><Placemark><name>${'a'.repeat(33_000_000)}</name></Placemark></kml>`;
  await fails(await write('long.kmz', await zipOf({ 'doc.kml': long })), 'TOO_LARGE');
  await fails(await write('cut.dxf', '0\nSECTION\n2\nENTITIES\n0\nLINE\n'), 'DAMAGED');
});

const nasty = fileURLToPath(new URL('../../../../../shared/data/nasty/', import.meta.url));
const archives = ['check-geojson', 'csv-spectrum', 'geojsonhint', 'togeojson-mapbox'];

it.skipIf(!existsSync(nasty)).each(archives)(
  'every file of %s is read, or refused with a sentence',
  async (name) => {
    let count = 0;
    for (const file of await listZipFiles(join(nasty, `${name}.zip`))) {
      if (!/\.(geojson|json|csv|kml|gpx)$/i.test(file.name)) continue;
      count++;
      const path = await write(
        `${count}-${basename(file.name)}`,
        Buffer.concat(await collect(await file.open())),
      );
      try {
        const { features } = await openSource([{ name: basename(path), path }], { acceptsNoShapes: true });
        await collect(features);
      } catch (error) {
        // A mistake of a reader would be a TypeError; what parsers say is reported as a damaged file.
        const isSentence =
          error instanceof SourceError || (error instanceof Error && !(error instanceof TypeError));
        expect(isSentence, `${file.name}: ${error}`).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(5);
  },
);
