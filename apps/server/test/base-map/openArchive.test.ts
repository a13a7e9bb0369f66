import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ArchiveError } from '../../src/features/base-map/archive/reader/ArchiveError.ts';
import { archiveLimits } from '../../src/features/base-map/archive/reader/archiveLimits.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import type { TileAddress, TileArchive } from '../../src/features/base-map/archive/reader/TileArchive.ts';
import { archivePath, readMbtiles } from './archives.ts';
import { makePmtiles, packDirectory } from './makePmtiles.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pgis-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const monaco = readMbtiles(archivePath('monaco_openmaptiles.mbtiles'));
const metadata = { name: 'Test', vector_layers: [{ id: 'transportation' }, { id: 'water' }] };
const oneTile = [{ z: 0, x: 0, y: 0, bytes: new Uint8Array([1, 2, 3]) }];

/** Returns a plain array of bytes, which compares with others. */
const readBytes = async (archive: TileArchive, tile: TileAddress): Promise<Uint8Array> =>
  new Uint8Array((await archive.readTile(tile)) ?? []);

describe('a whole archive', () => {
  test('MBTiles: description and every tile, rows counted from the north', async () => {
    const archive = await openArchive(archivePath('monaco_openmaptiles.mbtiles'));
    expect(archive.info).toMatchObject({
      format: 'MBTiles',
      name: 'Tilemaker to OpenMapTiles schema',
      attribution: '© OpenStreetMap contributors',
      bounds: [7.409205, 43.72335, 7.448637, 43.75169],
      minZoom: 0,
      maxZoom: 14,
    });
    expect(archive.info.layerNames).toContain('transportation');
    for (const { bytes, ...tile } of monaco.tiles) expect(await readBytes(archive, tile)).toEqual(bytes);
    expect(await archive.readTile({ z: 14, x: 0, y: 0 })).toBeUndefined();
    expect(await archive.readTile({ z: 15, x: 17_062, y: 11_948 })).toBeUndefined();
    await archive.close();
  });

  test.for([false, true])('PMTiles: the same tiles, in a leaf directory: %s', async (hasLeaf) => {
    const bounds = [7.409205, 43.72335, 7.448637, 43.75169] as const;
    const file = makePmtiles({
      tiles: monaco.tiles,
      bounds,
      metadata: { ...metadata, attribution: '<a href="x">&copy; Somebody</a>' },
      hasLeaf,
    });
    const archive = await openArchive(write('monaco.pmtiles', file));
    expect(archive.info).toEqual({
      format: 'PMTiles',
      content: 'vector',
      name: 'Test',
      attribution: '© Somebody',
      bounds,
      minZoom: 0,
      maxZoom: 14,
      layerNames: ['transportation', 'water'],
    });
    for (const { bytes, ...tile } of monaco.tiles) expect(await readBytes(archive, tile)).toEqual(bytes);
    expect(await archive.readTile({ z: 14, x: 0, y: 0 })).toBeUndefined();
    expect(await archive.readTile({ z: 15, x: 17_062, y: 11_948 })).toBeUndefined();
    await archive.close();
  });
});

/** Returns the message of the ArchiveError with which opening or reading the first tile fails. */
async function findError(path: string): Promise<string> {
  try {
    const archive = await openArchive(path);
    try {
      await archive.readTile({ z: 0, x: 0, y: 0 });
    } finally {
      await archive.close();
    }
  } catch (error) {
    if (error instanceof ArchiveError) return error.message;
    throw error;
  }
  return 'no error';
}

const set64 = (at: number, value: bigint) => (header: DataView) => header.setBigUint64(at, value, true);
const set8 = (at: number, value: number) => (header: DataView) => header.setUint8(at, value);
const entry = { tileId: 0, runLength: 1, length: 10, offset: 0 };

/** A directory that says it has a million million entries, and has none. */
function makeEndlessDirectory(): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(1e12);
  return gzipSync(writer.finish());
}

const damaged: Readonly<Record<string, { readonly file: () => Uint8Array; readonly message: RegExp }>> = {
  'no archive': {
    file: () => new TextEncoder().encode('<html>Not found</html>'),
    message: /neither PMTiles nor MBTiles/,
  },
  'an empty file': { file: () => new Uint8Array(), message: /neither PMTiles nor MBTiles/ },
  'PMTiles cut in its header': {
    file: () => makePmtiles({ tiles: oneTile, metadata }).slice(0, 100),
    message: /ends at byte 100, before 127/,
  },
  'PMTiles cut before its last tile': {
    file: () => makePmtiles({ tiles: oneTile, metadata }).slice(0, -5),
    message: /may be cut off/,
  },
  'PMTiles of version 2': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set8(7, 2) }),
    message: /version 2/,
  },
  'PMTiles with tiles of another kind': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set8(99, 5) }),
    message: /type 5 are not supported/,
  },
  'PMTiles with an unknown compression': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set8(97, 9) }),
    message: /Compression 9/,
  },
  'PMTiles with zooms out of range': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set8(101, 40) }),
    message: /zooms 0 to 40/,
  },
  'PMTiles without a list of layers': {
    file: () => makePmtiles({ tiles: oneTile }),
    message: /list its layers/,
  },
  'PMTiles whose metadata lie behind the end': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set64(24, 1n << 40n) }),
    message: /may be cut off/,
  },
  'PMTiles with metadata of a terabyte': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set64(32, 1n << 40n) }),
    message: /at most 1000000 are read/,
  },
  'PMTiles with a root directory of a terabyte': {
    file: () => makePmtiles({ tiles: oneTile, metadata, patchHeader: set64(16, 1n << 40n) }),
    message: /directory at byte 127 has 1099511627776 bytes/,
  },
  'PMTiles with a directory of endless entries': {
    file: () => makePmtiles({ tiles: oneTile, metadata, root: makeEndlessDirectory() }),
    message: /cannot have 1000000000000 entries/,
  },
  'PMTiles with a directory that ends too early': {
    file: () =>
      makePmtiles({ tiles: oneTile, metadata, root: gzipSync(new Uint8Array([2, 0, 1, 1, 1, 5, 5, 255])) }),
    message: /ends too early/,
  },
  'PMTiles with a directory that is a gzip bomb': {
    file: () => makePmtiles({ tiles: oneTile, metadata, root: gzipSync(new Uint8Array(100_000_000)) }),
    message: /larger than 8000000 bytes unpacked/,
  },
  'PMTiles with a directory that is no gzip': {
    file: () => makePmtiles({ tiles: oneTile, metadata, root: new Uint8Array(20) }),
    message: /cannot be unpacked/,
  },
  'PMTiles whose leaf directory is itself': {
    file: () => {
      const root = packDirectory([{ ...entry, runLength: 0, length: 25 }]);
      const loop = packDirectory([{ ...entry, runLength: 0, length: root.length }]);
      return makePmtiles({ tiles: oneTile, metadata, root: loop, patchHeader: set64(40, 127n) });
    },
    message: /nested deeper than 3/,
  },
  'PMTiles with a tile of a gigabyte': {
    file: () => makePmtiles({ tiles: oneTile, metadata, root: packDirectory([{ ...entry, length: 1e9 }]) }),
    message: /tile 0\/0\/0 has 1000000000 bytes/,
  },
  'PMTiles with a tile behind the end': {
    file: () => makePmtiles({ tiles: oneTile, metadata, root: packDirectory([{ ...entry, offset: 1e12 }]) }),
    message: /may be cut off/,
  },
  'PMTiles with a tile that is a gzip bomb': {
    file: () => makePmtiles({ tiles: [{ z: 0, x: 0, y: 0, bytes: new Uint8Array(200_000_000) }], metadata }),
    message: /tile 0\/0\/0 is larger than 8000000 bytes unpacked/,
  },
};

test.for(Object.entries(damaged))('%s: a clear error', async ([, { file, message }]) => {
  expect(await findError(write('damaged', file()))).toMatch(message);
});

/** Makes an SQLite file with the tables of MBTiles, changed by `change`. */
function makeMbtiles(change: (database: DatabaseSync) => void): string {
  const path = join(folder, 'made.mbtiles');
  rmSync(path, { force: true });
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE metadata (name text, value text);
    CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);`);
  const insert = database.prepare('INSERT INTO metadata VALUES (?, ?)');
  insert.run('format', 'pbf');
  insert.run('minzoom', '0');
  insert.run('maxzoom', '0');
  insert.run('json', JSON.stringify(metadata));
  change(database);
  database.close();
  return path;
}

const addTile = (database: DatabaseSync, data: Uint8Array): unknown =>
  database.prepare('INSERT INTO tiles VALUES (0, 0, 0, ?)').run(data);

const damagedMbtiles: Readonly<
  Record<string, { readonly change: (database: DatabaseSync) => void; readonly message: RegExp }>
> = {
  'no tables': { change: (database) => database.exec('DROP TABLE tiles'), message: /without the tables/ },
  'tiles of another kind': {
    change: (database) => database.exec(`UPDATE metadata SET value = 'gif' WHERE name = 'format'`),
    message: /"gif"; pbf, png, jpg and webp are read/,
  },
  'a view that runs without end': {
    change: (database) =>
      database.exec(`DROP TABLE tiles; CREATE VIEW tiles AS
        WITH n(i) AS (SELECT 0 UNION ALL SELECT i FROM n)
        SELECT i AS zoom_level, i AS tile_column, 1 AS tile_row, x'00' AS tile_data FROM n`),
    message: /defines "tiles"/,
  },
  'metadata that are no JSON': {
    change: (database) => database.exec(`UPDATE metadata SET value = '{' WHERE name = 'json'`),
    message: /is no JSON/,
  },
  'a tile that is too large': {
    change: (database) => addTile(database, new Uint8Array(archiveLimits.packedTileBytes + 1)),
    message: /at most 2000000 are read/,
  },
  'a tile that is a gzip bomb': {
    change: (database) => addTile(database, gzipSync(new Uint8Array(200_000_000))),
    message: /larger than 8000000 bytes unpacked/,
  },
  'a tile that is text': {
    change: (database) => database.exec(`INSERT INTO tiles VALUES (0, 0, 0, 'text')`),
    message: /is no blob/,
  },
};

test.for(Object.entries(damagedMbtiles))(
  'MBTiles with %s: a clear error',
  async ([, { change, message }]) => {
    expect(await findError(makeMbtiles(change))).toMatch(message);
  },
);

test('MBTiles cut in the middle: a clear error for what is missing', async () => {
  const path = join(folder, 'cut.mbtiles');
  copyFileSync(archivePath('monaco_openmaptiles.mbtiles'), path);
  truncateSync(path, Math.floor(statSync(path).size / 2));
  await expect(
    (async () => {
      const archive = await openArchive(path);
      for (const tile of monaco.tiles) await archive.readTile(tile);
    })(),
  ).rejects.toThrow(ArchiveError);
});

test('a tile as large as allowed is read', async () => {
  const largest = gzipSync(new Uint8Array(archiveLimits.tileBytes));
  const archive = await openArchive(makeMbtiles((database) => addTile(database, largest)));
  expect(await archive.readTile({ z: 0, x: 0, y: 0 })).toHaveLength(archiveLimits.tileBytes);
  await archive.close();
});
