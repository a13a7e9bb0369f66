import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Extent } from '@pgis/geo';
import { type Database, inTransaction } from '@pgis/server';
import { sql } from 'kysely';
import { importFile } from '../../apps/server/src/cli/import/importFile.ts';
import { envelope } from '../../apps/server/src/db/sql/envelope.ts';
import { addPolygons, tidy } from '../extent/polygons.ts';

const placesFile = fileURLToPath(
  new URL('../../../shared/data/latvia/lv_osm_places_2019.geojson.gz', import.meta.url),
);
const fewest = 150_000;

export interface Objects {
  readonly polygonLayer: number;
  readonly pointLayer: number;
  readonly count: number;
  readonly source: string;
}

/**
 * Adds at least 150 000 objects: the polygons of the extent benchmark, and the real places or a point in each
 * polygon.
 */
export async function addObjects(database: Database): Promise<Objects> {
  const polygons = await addPolygons(database);
  const points = existsSync(placesFile)
    ? await importPlaces(database)
    : await addPointsInside(database, polygons.layerId);
  await describeAll(database);
  await tidy(database);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM geoms`.execute(database.db);
  const count = rows[0]?.count ?? 0;
  if (count < fewest) throw new Error(`${count} objects are too few`);
  return {
    polygonLayer: polygons.layerId,
    pointLayer: points.layerId,
    count,
    source: `${polygons.source}, ${points.source}`,
  };
}

async function importPlaces(database: Database) {
  const { layerId, added } = await importFile(database, {
    path: placesFile,
    layer: 'Places',
    group: 'Bench',
    nameField: 'name',
    truncate: true,
    atomic: false,
    append: false,
    isPublic: true,
  });
  return { layerId, source: `${added} real places` };
}

const addPointsInside = (database: Database, polygonLayer: number) =>
  inTransaction(database, { statementMs: 0 }, async (db) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO classifiers (company_id, id, parent_id, kind, name, layer_fields)
      SELECT company_id, new_id(company_id, 'classifier_seq'), parent_id, 'layer', 'Places', '[]'
      FROM classifiers WHERE id = ${polygonLayer} RETURNING id`.execute(db);
    const layerId = rows[0]?.id;
    if (layerId === undefined) throw new Error('the layer was not added');
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, data, is_public)
      SELECT company_id, new_id(company_id, 'geom_seq'), ${layerId}, 1, ST_PointOnSurface(geom), name, data, true
      FROM geoms WHERE class_id = ${polygonLayer}`.execute(db);
    return { layerId, source: 'a point made in each' };
  });

/** An object without a description has no popup (POP-10). */
const describeAll = (database: Database) =>
  inTransaction(database, { statementMs: 0 }, (db) =>
    sql`UPDATE geoms SET description = 'Benchmark' WHERE description = ''`.execute(db),
  );

export interface Spot {
  readonly id: number;
  readonly x: number;
  readonly y: number;
}

/** Returns points of an extent without neighbours, which a click hits unambiguously. */
export async function listLonePoints(
  { db }: Database,
  { pointLayer }: Objects,
  { extent, freeM, limit }: { extent: Readonly<Extent>; freeM: number; limit: number },
): Promise<readonly Spot[]> {
  const { rows } = await sql<Spot>`
    SELECT g.id, ST_X(g.geom) AS x, ST_Y(g.geom) AS y FROM geoms AS g
    WHERE g.class_id = ${pointLayer} AND g.deleted_at IS NULL AND g.geom && ${envelope(extent)}
      AND NOT EXISTS (SELECT 1 FROM geoms AS p WHERE p.class_id = ${pointLayer} AND p.deleted_at IS NULL
                      AND p.id <> g.id AND ST_DWithin(p.geom, g.geom, ${freeM}::float8))
    ORDER BY md5(g.id::text) LIMIT ${limit}`.execute(db);
  return rows;
}

/** Returns positions near objects of both layers all over the country, the same in every run. */
export async function listSomewhere({ db }: Database, limit: number): Promise<readonly Spot[]> {
  const { rows } = await sql<Spot>`
    SELECT id, ST_X(p) + 3 AS x, ST_Y(p) - 2 AS y
    FROM (SELECT id, ST_PointOnSurface(geom) AS p FROM geoms ORDER BY md5(id::text) LIMIT ${limit}) AS chosen`.execute(
    db,
  );
  return rows;
}
