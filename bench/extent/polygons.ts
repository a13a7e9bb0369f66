import { existsSync } from 'node:fs';
import { createCompany, type Database, inTransaction } from '@pgis/server';
import { sql } from 'kysely';
import { importParcels, parcelsFile } from '../parcels.ts';

const made = { count: 78_000, side: 280, stepM: 2_000, seed: 0.42 } as const;

const unlimited = { statementMs: 0 } as const;

export interface Layer {
  readonly layerId: number;
  readonly source: string;
}

/**
 * Adds a layer of about 78 000 polygons: the real parcels, or as many from a fixed seed where they are missing.
 */
export async function addPolygons(database: Database): Promise<Layer> {
  const companyId = await inTransaction(
    database,
    {},
    async (db) => (await createCompany(db, { name: 'Bench' })).companyId,
  );
  if (!existsSync(parcelsFile)) {
    const layerId = await addEmptyLayer(database, companyId);
    await makePolygons(database, companyId, layerId);
    return { layerId, source: `made from seed ${made.seed}` };
  }
  const { layerId, added } = await importParcels(database, { layer: 'Parcels' });
  return { layerId, source: `${added} real parcels` };
}

async function addEmptyLayer({ db }: Database, companyId: number): Promise<number> {
  const fields = JSON.stringify(['kadastrs', 'novads', 'platiba_ha'].map((name) => ({ name, type: 'text' })));
  const { rows } = await sql<{ id: number }>`
    WITH unit AS (SELECT id FROM units WHERE company_id = ${companyId}),
    parent AS (INSERT INTO classifiers (company_id, id, parent_id, kind, unit_id, name)
      SELECT ${companyId}::integer, new_id(${companyId}, 'classifier_seq'), 1, 'group', id, 'Bench' FROM unit RETURNING id)
    INSERT INTO classifiers (company_id, id, parent_id, kind, name, layer_fields)
    SELECT ${companyId}::integer, new_id(${companyId}, 'classifier_seq'), id, 'layer', 'Polygons', ${fields}::jsonb
    FROM parent RETURNING id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the layer was not added');
  return id;
}

/** Heptagons on a grid over the country, with attributes like the parcels'. */
const makePolygons = (database: Database, companyId: number, layerId: number) =>
  inTransaction(database, unlimited, async (db) => {
    await sql`SELECT setseed(${made.seed})`.execute(db);
    await sql`
      INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public)
      SELECT ${companyId}::integer, new_id(${companyId}, 'geom_seq'), ${layerId}, 3,
             ST_SetSRID(ST_MakePolygon(ST_MakeLine(array_append(corners, corners[1]))), 3857),
             'Parcel ' || i, 'import',
             jsonb_build_object('kadastrs', lpad(i::text, 11, '0'), 'novads', 'Rīga', 'platiba_ha', i % 90), true
      FROM generate_series(0, ${made.count - 1}) AS i CROSS JOIN LATERAL (
        SELECT array_agg(ST_MakePoint(
          2350000 + (i % ${made.side}) * ${made.stepM}
            + cos(radians(k * 360.0 / 7)) * (0.3 + random() * 0.15) * ${made.stepM},
          7500000 + (i / ${made.side}) * ${made.stepM}
            + sin(radians(k * 360.0 / 7)) * (0.3 + random() * 0.15) * ${made.stepM}
        ) ORDER BY k) AS corners
        FROM generate_series(0, 6) AS k) AS shape`.execute(db);
  });

/**
 * Copies every row `times` times, each copy moved east by the layer's width, so that the content of the extent stays.
 */
export async function multiplyOutside(database: Database, layerId: number, times: number): Promise<void> {
  for (let copy = 1; copy <= times; copy += 1)
    await inTransaction(database, unlimited, async (db) => {
      await sql`
        INSERT INTO geoms (company_id, id, class_id, kind, geom, name, description, data, is_public)
        SELECT g.company_id, new_id(g.company_id, 'geom_seq'), g.class_id, g.kind,
               ST_Translate(g.geom, ${copy} * 1000000, 0), g.name, g.description, g.data, g.is_public
        FROM geoms AS g WHERE g.class_id = ${layerId} AND ST_XMax(g.geom) < 3200000`.execute(db);
    });
  await tidy(database);
}

/**
 * Brings tables to the state some time after an import. VACUUM runs outside a transaction, so no statement limit
 * applies.
 */
export async function tidy({ pool }: Database): Promise<void> {
  const client = await pool.connect();
  await client.query('SET statement_timeout = 0');
  await client.query('VACUUM ANALYZE geoms');
  client.release(true);
}
