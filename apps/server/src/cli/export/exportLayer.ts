import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql } from 'kysely';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Database } from '../../db/openDatabase.ts';
import { lonLatGeoJson } from '../../db/sql/lonLatGeoJson.ts';
import type { LayerToExport } from './getLayerToExport.ts';

/** Rows per page: small, so that nobody waits long for the one session of the embedded engine. */
const PAGE_ROWS = 1_000;

/** Names of the two texts among the properties, with `_` before them where a field is called so. */
const nameOf = (text: 'name' | 'description') =>
  sql`CASE WHEN data ? ${text} THEN ${`_${text}`} ELSE ${text} END`;

/** The objects of a layer as features of GeoJSON (lon/lat to a tenth of a millimetre), in the order of their ids. */
async function* readFeatures(
  database: Database,
  { companyId, layerId }: LayerToExport,
): AsyncGenerator<string> {
  let last = 0;
  for (;;) {
    const { rows } = await inTransaction(database, { statementMs: 60_000 }, (db) =>
      sql<{ id: number; feature: string }>`
        SELECT id, '{"type":"Feature","id":' || id || ',"properties":' ||
          (jsonb_build_object(${nameOf('name')}, name, ${nameOf('description')}, description) || data)::text ||
          ',"geometry":' || ${lonLatGeoJson(sql`geom`, 9)} || '}' AS feature
        FROM geoms
        WHERE company_id = ${companyId} AND class_id = ${layerId} AND deleted_at IS NULL AND id > ${last}
        ORDER BY id LIMIT ${PAGE_ROWS}`.execute(db),
    );
    for (const { id, feature } of rows) {
      last = id;
      yield feature;
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

/** True for one feature per line, without a collection around them. */
const isLines = (path: string) => /\.(geojsonl|geojsons|ndjson|jsonl)(\.gz)?$/i.test(path);

/**
 * Writes a layer into a new file that `pgis import` takes: `.geojson` or newline-delimited, also `.gz`. A file that
 * could not be written to its end is removed. Objects that change meanwhile are whole, as they were or as they are.
 *
 * @returns how many objects.
 */
export async function exportLayer(database: Database, layer: LayerToExport, path: string): Promise<number> {
  let count = 0;
  const collection = !isLines(path);
  async function* text(): AsyncGenerator<string> {
    if (collection) yield '{"type":"FeatureCollection","features":[\n';
    for await (const feature of readFeatures(database, layer)) {
      if (collection && count > 0) yield ',\n';
      yield collection ? feature : `${feature}\n`;
      count++;
    }
    if (collection) yield '\n]}\n';
  }
  const file = createWriteStream(path, { flags: 'wx' });
  let isOurs = false;
  file.once('open', () => (isOurs = true));
  try {
    await pipeline(Readable.from(text()), path.endsWith('.gz') ? createGzip() : new PassThrough(), file);
    return count;
  } catch (error) {
    if (isOurs) await rm(path, { force: true });
    throw error;
  }
}
