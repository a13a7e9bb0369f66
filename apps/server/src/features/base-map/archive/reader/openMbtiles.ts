import { DatabaseSync } from 'node:sqlite';
import { ArchiveError } from './ArchiveError.ts';
import { archiveLimits } from './archiveLimits.ts';
import { listLayerNames, parseJson, toBounds, toPlainText, WORLD_BOUNDS } from './archiveMetadata.ts';
import type { ArchiveInfo, TileArchive } from './TileArchive.ts';
import { detectPacking, unpack } from './unpack.ts';

/** Opens an MBTiles archive, an SQLite database with the tables `metadata` and `tiles`, for reading only. */
export function openMbtiles(path: string): TileArchive {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return readArchive(database);
  } catch (error) {
    database.close();
    throw toArchiveError(error);
  }
}

function readArchive(database: DatabaseSync): TileArchive {
  checkObjects(database);
  checkIndex(database);
  const info = readInfo(database);
  // The blob is fetched only when its length is within the limit.
  const select = database.prepare(
    `SELECT length(tile_data) AS bytes, CASE WHEN length(tile_data) <= ? THEN tile_data END AS data
     FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ? LIMIT 1`,
  );
  return {
    info,
    async readTile({ z, x, y }) {
      if (z < info.minZoom || z > info.maxZoom) return undefined;
      const label = `The tile ${z}/${x}/${y}`;
      const row = guard(() => select.get(archiveLimits.packedTileBytes, z, x, 2 ** z - 1 - y));
      if (row === undefined) return undefined;
      if (!(row.data instanceof Uint8Array))
        throw new ArchiveError(
          `${label} has ${row.bytes} bytes or is no blob; at most ${archiveLimits.packedTileBytes} are read`,
        );
      return unpack(row.data, { packing: detectPacking(row.data), maxBytes: archiveLimits.tileBytes, label });
    },
    async close() {
      database.close();
    },
  };
}

/**
 * Refuses what no writer of MBTiles makes and what could run without end: virtual tables, and views with a common table
 * expression, which may be recursive. `tiles` is often a view of two tables.
 */
function checkObjects(database: DatabaseSync): void {
  const objects = database
    .prepare(`SELECT type, name, coalesce(substr(sql, 1, 10000), '') AS sql FROM sqlite_schema LIMIT 200`)
    .all();
  const has = (name: string): boolean =>
    objects.some((object) => object.name === name && (object.type === 'table' || object.type === 'view'));
  if (!has('metadata') || !has('tiles'))
    throw new ArchiveError(
      'The file is an SQLite database without the tables "metadata" and "tiles" of MBTiles',
      { problem: 'NOT_ARCHIVE' },
    );
  for (const { type, name, sql } of objects) {
    const text = String(sql);
    if ((type === 'view' && /\bwith\b/i.test(text)) || /^\s*create\s+virtual\b/i.test(text))
      throw new ArchiveError(`The file defines "${String(name)}" in a way that MBTiles does not have`);
  }
}

const contents: Readonly<Record<string, ArchiveInfo['content']>> = {
  pbf: 'vector',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
};

/** A file of gigabytes is only read through an index; views are resolved to their tables. */
function checkIndex(database: DatabaseSync): void {
  const plan = database
    .prepare(
      'EXPLAIN QUERY PLAN SELECT tile_data FROM tiles WHERE zoom_level = ? AND tile_column = ? AND tile_row = ?',
    )
    .all(0, 0, 0);
  const steps = plan.map(({ detail }) => String(detail));
  // An automatic index is built from the whole table by each search.
  const readsAll = steps.some((step) => step.startsWith('SCAN') || step.includes('AUTOMATIC'));
  // A view can give the three columns other names.
  const hasIndex = steps.some((step) => (step.match(/=\?/g)?.length ?? 0) >= 3);
  if (hasIndex && !readsAll) return;
  const pages = database
    .prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')
    .get();
  if (Number(pages?.bytes) > archiveLimits.unindexedBytes)
    throw new ArchiveError(
      'The table "tiles" has no index of its three columns; add one: CREATE UNIQUE INDEX tile_index ON tiles (zoom_level, tile_column, tile_row)',
      { problem: 'NO_INDEX' },
    );
}

/** Zooms with tiles, in order. A search for each needs the index alone; a minimum of a view would read everything. */
function listZooms(database: DatabaseSync): number[] {
  const select = database.prepare('SELECT 1 FROM tiles WHERE zoom_level = ? LIMIT 1');
  return Array.from({ length: archiveLimits.maxZoom + 1 }, (_, zoom) => zoom).filter((zoom) =>
    select.get(zoom),
  );
}

const metadataNames = ['name', 'format', 'attribution', 'bounds', 'minzoom', 'maxzoom', 'json'] as const;

function readInfo(database: DatabaseSync): ArchiveInfo {
  const select = database.prepare(
    'SELECT CASE WHEN length(value) <= ? THEN value END AS value FROM metadata WHERE name = ? LIMIT 1',
  );
  const values = Object.fromEntries(
    metadataNames.map((name) => {
      const value = select.get(archiveLimits.metadataBytes, name)?.value;
      return [name, value === undefined || value === null ? '' : String(value)];
    }),
  ) as Record<(typeof metadataNames)[number], string>;
  const content = Object.hasOwn(contents, values.format) ? contents[values.format] : undefined;
  if (!content)
    throw new ArchiveError(
      `The archive holds "${values.format.slice(0, 20)}"; pbf, png, jpg and webp are read`,
      {
        problem: 'NOT_SUPPORTED',
      },
    );
  const json = parseJson(values.json || '{}', 'The metadata "json" of the archive');
  const vectorLayers =
    json !== null && typeof json === 'object' && 'vector_layers' in json ? json.vector_layers : [];
  const [given, most] = [toZoom(values.minzoom), toZoom(values.maxzoom)];
  const zooms = given === undefined || most === undefined ? listZooms(database) : [];
  const minZoom = given ?? zooms[0] ?? 0;
  const maxZoom = most ?? zooms.at(-1) ?? -1;
  if (minZoom > maxZoom || maxZoom > archiveLimits.maxZoom)
    throw new ArchiveError(`The zooms ${minZoom} to ${maxZoom} of the archive are out of range`);
  return {
    format: 'MBTiles',
    content,
    name: values.name,
    attribution: toPlainText(values.attribution),
    bounds: values.bounds === '' ? WORLD_BOUNDS : toBounds(values.bounds.split(',').map(Number)),
    minZoom,
    maxZoom,
    layerNames: content === 'vector' ? listLayerNames(vectorLayers) : [],
  };
}

const toZoom = (text: string): number | undefined => (/^\d{1,3}$/.test(text) ? Number(text) : undefined);

function guard<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw toArchiveError(error);
  }
}

const toArchiveError = (error: unknown): ArchiveError =>
  error instanceof ArchiveError
    ? error
    : new ArchiveError(
        `SQLite cannot read the file: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      );
