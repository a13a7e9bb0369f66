import { type Kysely, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { Row } from './prepareRow.ts';
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

/**
 * Writes one batch and its audit row; run it inside a transaction. Rows with a key replace the object of the layer with
 * that key; invalid geometries are left out and named. Keys inside a batch have to be distinct.
 */
export async function writeBatch(
  db: Kysely<Schema>,
  layer: TargetLayer,
  rows: readonly Row[],
  isPublic: boolean,
): Promise<BatchResult> {
  const column = <T>(value: (row: Row) => T): T[] => rows.map(value);
  // One statement: PostGIS parses and checks each geometry once, `shape IS VALID` decides.
  const {
    rows: [counts],
  } = await sql<{ added: number; updated: number; broken: [number, string][] | null }>`
    WITH item AS MATERIALIZED (
      SELECT place, kind, name, description, data, key, ST_GeomFromText(wkt, 3857) AS shape
      FROM unnest(
        ${column((row) => row.place)}::integer[], ${column((row) => row.wkt)}::text[],
        ${column((row) => row.kind)}::smallint[], ${column((row) => row.name)}::text[],
        ${column((row) => row.description)}::text[], ${column((row) => row.data)}::jsonb[],
        ${column((row) => row.key)}::text[]
      ) AS source(place, wkt, kind, name, description, data, key)
    ), checked AS MATERIALIZED (
      SELECT *, ST_IsValid(shape) AS valid FROM item
    ), written AS (
      INSERT INTO geoms AS g (company_id, id, class_id, kind, geom, name, description, data, is_public, import_key)
      SELECT ${layer.companyId}::integer, ${newId(layer.companyId, 'geom_seq')}, ${layer.layerId}::bigint, kind, shape,
             name, description, data, ${isPublic}::boolean, key
      FROM checked WHERE valid ORDER BY place
      ON CONFLICT (company_id, class_id, import_key) WHERE import_key IS NOT NULL AND deleted_at IS NULL
      DO UPDATE SET kind = EXCLUDED.kind, geom = EXCLUDED.geom, name = EXCLUDED.name,
                    description = EXCLUDED.description, data = EXCLUDED.data, version = g.version + 1,
                    updated_at = now()
      WHERE (g.name, g.description, g.data) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.description, EXCLUDED.data)
         OR NOT ST_OrderingEquals(g.geom, EXCLUDED.geom)
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
    await noteKinds(db, layer, rows);
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
          from: rows[0]?.place,
          to: rows.at(-1)?.place,
        }),
      })
      .execute();
  }
  return {
    added: counts.added,
    updated: counts.updated,
    unchanged: rows.length - written - broken.length,
    broken,
  };
}

/** The layer remembers which kinds of geometry it holds. */
async function noteKinds(db: Kysely<Schema>, layer: TargetLayer, rows: readonly Row[]): Promise<void> {
  const bits = rows.reduce((sum, row) => sum | (1 << (row.kind - 1)), 0);
  await sql`
    UPDATE classifiers SET kinds = kinds | ${bits}::smallint
    WHERE company_id = ${layer.companyId} AND id = ${layer.layerId} AND kinds & ${bits}::smallint <> ${bits}::smallint
  `.execute(db);
}
