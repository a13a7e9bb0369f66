import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { TestTile } from './makePmtiles.ts';

/** Path of an archive of this folder. */
export const archivePath = (name: string): string =>
  fileURLToPath(new URL(`./archives/${name}`, import.meta.url));

/** Path of a larger archive, which not every machine has. */
export const sharedArchivePath = (name: string): string =>
  fileURLToPath(new URL(`../../../../../shared/data/basemap/archives/${name}`, import.meta.url));

/** Reads all tiles and the metadata of an MBTiles archive without our reader. */
export function readMbtiles(path: string): {
  readonly tiles: TestTile[];
  readonly metadata: Record<string, string>;
} {
  const database = new DatabaseSync(path, { readOnly: true });
  const tiles = database
    .prepare('SELECT zoom_level AS z, tile_column AS x, tile_row AS row, tile_data AS data FROM tiles')
    .all()
    .map(({ z, x, row, data }) => ({
      z: Number(z),
      x: Number(x),
      y: 2 ** Number(z) - 1 - Number(row),
      bytes: new Uint8Array(gunzipSync(data as Uint8Array)),
    }));
  const rows = database.prepare('SELECT name, value FROM metadata').all();
  database.close();
  return {
    tiles,
    metadata: Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)])),
  };
}
