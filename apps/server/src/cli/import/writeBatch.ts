import { type Kysely, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { Batch } from './Batch.ts';
import type { BrokenFeature } from './SourceFeature.ts';

export interface TargetLayer {
  readonly companyId: number;
  readonly layerId: number;
  readonly unitId: number | null;
  readonly layerName: string;
}

export interface BatchResult {
  readonly added: number;
  readonly updated: number;
  /** Rows whose key was there with the same content. */
  readonly unchanged: number;
  readonly broken: readonly BrokenFeature[];
}

/** What `shape_measure` gives: written out, it costs half of what the trigger takes for rows without it. */
const measure = sql`round(CASE ST_Dimension(shape)
  WHEN 1 THEN ST_Length(ST_Transform(shape, 4326)::geography)
  WHEN 2 THEN ST_Area(ST_Transform(shape, 4326)::geography)
  ELSE 0 END * 100) / 100`;

/**
 * Writes one batch and its audit row; run it inside a transaction. Rows with a key replace the object of the layer with
 * that key; invalid geometries are left out and named. Keys inside a batch have to be distinct, and in a new layer
 * those of all batches: there nothing is looked for, and an object that is there nevertheless is a unique violation.
 */
export async function writeBatch(
  db: Kysely<Schema>,
  layer: TargetLayer,
  batch: Batch,
  { isPublic, isNew }: { readonly isPublic: boolean; readonly isNew: boolean },
): Promise<BatchResult> {
  const update = sql`ON CONFLICT (company_id, class_id, import_key) WHERE import_key IS NOT NULL AND deleted_at IS NULL
      DO UPDATE SET kind = EXCLUDED.kind, geom = EXCLUDED.geom, name = EXCLUDED.name,
                    description = EXCLUDED.description, data = EXCLUDED.data, version = g.version + 1,
                    updated_at = now()
      WHERE (g.name, g.description, g.data) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.description, EXCLUDED.data)
         OR NOT ST_OrderingEquals(g.geom, EXCLUDED.geom)`;
  // One statement: PostGIS reads and checks each geometry once (OFFSET 0 keeps `shape` from being computed twice). Ids
  // follow the file; what lies together is written together, which costs the index of places less.
  const {
    rows: [counts],
  } = await sql<{ added: number; updated: number; broken: [number, string][] | null }>`
    WITH checked AS MATERIALIZED (
      SELECT *, ST_IsValid(shape) AS valid, ${newId(layer.companyId, 'geom_seq')} AS id
      FROM (
        SELECT place, kind, name, description, data, key, ewkb::geometry AS shape
        FROM unnest(
          ${batch.places}::integer[], ${batch.ewkbs}::text[], ${batch.kindList}::smallint[], ${batch.names}::text[],
          ${batch.descriptions}::text[], ${batch.data}::jsonb[], ${batch.keys}::text[]
        ) AS source(place, ewkb, kind, name, description, data, key) OFFSET 0) AS item
    ), written AS (
      INSERT INTO geoms AS g (company_id, id, class_id, kind, geom, name, description, data, is_public, import_key,
                              measure)
      SELECT ${layer.companyId}::integer, id, ${layer.layerId}::bigint, kind, shape, name, description, data,
             ${isPublic}::boolean, key, ${measure}
      FROM checked WHERE valid ORDER BY shape
      ${isNew ? sql`` : update}
      RETURNING version
    )
    SELECT (SELECT count(*) FROM written WHERE version = 1)::integer AS added,
           (SELECT count(*) FROM written WHERE version > 1)::integer AS updated,
           (SELECT json_agg(json_build_array(place, left(ST_IsValidReason(shape), 200)))
            FROM checked WHERE NOT valid) AS broken`.execute(db);
  if (!counts) throw new Error('the batch gave no counts');
  const broken = (counts.broken ?? []).map(([place, reason]) => ({ place, problem: `geometry: ${reason}` }));
  const written = counts.added + counts.updated;
  if (written > 0) {
    await noteKinds(db, layer, batch.kinds);
    await db
      .insertInto('audit_log')
      .values({
        company_id: layer.companyId,
        id: newId(layer.companyId, 'audit_seq'),
        user_name: 'pgis import',
        action: 'OBJECTS_IMPORTED',
        entity: 'classifier',
        entity_id: layer.layerId,
        entity_name: layer.layerName,
        unit_id: layer.unitId,
        layer_id: layer.layerId,
        details: JSON.stringify({
          added: counts.added,
          updated: counts.updated,
          from: batch.firstPlace,
          to: batch.lastPlace,
        }),
      })
      .execute();
  }
  return {
    added: counts.added,
    updated: counts.updated,
    unchanged: batch.rowCount - written - broken.length,
    broken,
  };
}

/** The layer remembers which kinds of geometry it holds. */
async function noteKinds(db: Kysely<Schema>, layer: TargetLayer, bits: number): Promise<void> {
  await sql`
    UPDATE classifiers SET kinds = kinds | ${bits}::smallint
    WHERE company_id = ${layer.companyId} AND id = ${layer.layerId} AND kinds & ${bits}::smallint <> ${bits}::smallint
  `.execute(db);
}
