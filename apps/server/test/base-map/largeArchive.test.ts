import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkArchive } from '../../src/features/base-map/archive/checkArchive.ts';
import { openFileSource } from '../../src/features/base-map/archive/reader/ByteSource.ts';
import { openArchive } from '../../src/features/base-map/archive/reader/openArchive.ts';
import { openPmtiles } from '../../src/features/base-map/archive/reader/openPmtiles.ts';
import { type DirectoryEntry, makePmtiles, packDirectory } from './makePmtiles.ts';
import { makeVectorTile } from './makeVectorTile.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pgis-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GIGABYTE = 2 ** 30;
/** The tile at 5/18/9 lies over the Baltic states; the archive has all tiles below it. */
const top = { z: 5, x: 18, y: 9 };
const MAX_ZOOM = 14;
const ENTRIES_PER_LEAF = 4_096;
const road = {
  type: 'line',
  attributes: { class: 'primary' },
  paths: [
    [
      [0, 0],
      [4096, 4096],
    ],
  ],
} as const;
const tileBytes = gzipSync(makeVectorTile({ transportation: [road] }));

/** Writes a sparse PMTiles file of 8 GB with 349 525 tiles in 86 leaf directories; all tiles lie behind 7 GB. */
async function writeLargePmtiles(path: string): Promise<void> {
  const entries: DirectoryEntry[] = [];
  for (let z = top.z; z <= MAX_ZOOM; z++) {
    const side = 2 ** (z - top.z);
    const corners = [0, side - 1].flatMap((x) =>
      [0, side - 1].map((y) => zxyToTileId(z, top.x * side + x, top.y * side + y)),
    );
    // All tiles below one tile follow each other on the curve of tile ids.
    const first = Math.floor(
      Math.min(...corners) - ((Math.min(...corners) - zxyToTileId(z, 0, 0)) % side ** 2),
    );
    for (let i = 0; i < side ** 2; i++)
      entries.push({ tileId: first + i, runLength: 1, length: tileBytes.length, offset: 7 * GIGABYTE });
  }
  const leaves: Uint8Array[] = [];
  const root: DirectoryEntry[] = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += ENTRIES_PER_LEAF) {
    const part = entries.slice(at, at + ENTRIES_PER_LEAF);
    const leaf = packDirectory(part);
    root.push({ tileId: part[0]?.tileId ?? 0, runLength: 0, length: leaf.length, offset });
    leaves.push(leaf);
    offset += leaf.length;
  }
  const rootBytes = packDirectory(root);
  let tileDataOffset = 0;
  const head = makePmtiles({
    tiles: [
      { z: top.z, x: 0, y: 0, bytes: new Uint8Array() },
      { z: MAX_ZOOM, x: 0, y: 0, bytes: new Uint8Array() },
    ],
    bounds: [22.5, 55.776, 33.75, 61.606],
    metadata: { vector_layers: [{ id: 'transportation' }], attribution: '© Somebody' },
    root: rootBytes,
    patchHeader(header) {
      const leafOffset = Number(header.getBigUint64(40, true));
      tileDataOffset = leafOffset + offset;
      header.setBigUint64(48, BigInt(offset), true);
      header.setBigUint64(56, BigInt(tileDataOffset), true);
    },
  });
  const leafOffset = tileDataOffset - offset;
  writeFileSync(path, Buffer.concat([head.subarray(0, leafOffset), ...leaves]));
  truncateSync(path, 8 * GIGABYTE);
  const file = await open(path, 'r+');
  await file.write(tileBytes, 0, tileBytes.length, tileDataOffset + 7 * GIGABYTE);
  await file.close();
}

test('PMTiles of 8 GB: adding reads the directories on the way to some tiles and nothing else', async () => {
  const path = join(folder, 'large.pmtiles');
  await writeLargePmtiles(path);
  const source = await openFileSource(path);
  let [reads, bytesRead] = [0, 0];
  const archive = await openPmtiles({
    ...source,
    read(offset, length) {
      reads++;
      bytesRead += length;
      return source.read(offset, length);
    },
  });
  expect(source.size).toBe(8 * GIGABYTE);
  const first = { z: MAX_ZOOM, x: top.x * 512, y: top.y * 512 };
  for (let i = 0; i < 512; i += 64)
    expect(await archive.readTile({ ...first, x: first.x + i, y: first.y + i })).toHaveLength(
      makeVectorTile({ transportation: [road] }).length,
    );
  expect(await archive.readTile({ ...first, x: first.x - 1 })).toBeUndefined();
  // Header, metadata, root, and at most a leaf and a tile for each of the nine.
  expect(reads).toBeLessThanOrEqual(3 + 9 * 2);
  expect(bytesRead).toBeLessThan(1_000_000);
  await archive.close();

  const rssBefore = process.memoryUsage().rss;
  expect(await checkArchive(path)).toMatchObject({ schemaName: 'OpenMapTiles', info: { maxZoom: MAX_ZOOM } });
  expect(process.memoryUsage().rss - rssBefore).toBeLessThan(200_000_000);
});

function writeMbtiles(name: string, change: (database: DatabaseSync) => void): string {
  const path = join(folder, name);
  const database = new DatabaseSync(path);
  database.exec(`CREATE TABLE metadata (name text, value text);
    INSERT INTO metadata VALUES ('format', 'pbf'), ('json', '{"vector_layers":[{"id":"transportation"}]}')`);
  change(database);
  database.close();
  return path;
}

const tilesTable = 'CREATE TABLE tiles (zoom_level int, tile_column int, tile_row int, tile_data blob);';
/** A file in which a search without an index would read 30 MB. */
const manyRows = `INSERT INTO tiles WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 299)
  SELECT 9, i, 100, zeroblob(100000) FROM n;`;

test.for([
  ['plain', ''],
  ['zooms', 'CREATE INDEX zoom_index ON tiles (zoom_level);'],
  ['columns', 'CREATE INDEX column_index ON tiles (zoom_level, tile_column);'],
] as const)(
  'MBTiles without an index of all three columns are refused when every tile would read the whole file: %s',
  async ([name, index]) => {
    const path = writeMbtiles(`${name}.mbtiles`, (database) => database.exec(tilesTable + index + manyRows));
    await expect(openArchive(path)).rejects.toMatchObject({
      problem: 'NO_INDEX',
      message: expect.stringContaining('CREATE UNIQUE INDEX'),
    });
  },
);

test('MBTiles: zooms that the metadata do not name are found by the index, through a view, too', async () => {
  const index = 'CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row);';
  const view = `ALTER TABLE tiles RENAME TO map; CREATE VIEW tiles AS SELECT * FROM map;`;
  for (const [name, sql] of [
    ['table', tilesTable + index + manyRows],
    ['view', tilesTable + index + manyRows + view],
  ] as const) {
    const archive = await openArchive(writeMbtiles(`${name}.mbtiles`, (database) => database.exec(sql)));
    expect(archive.info, name).toMatchObject({ minZoom: 9, maxZoom: 9 });
    await archive.close();
  }
});
