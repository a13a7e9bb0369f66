import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { type LayerScope, layerRows, visibleObjects } from './layersInSql.ts';

/** Ids of the layers in which at least one object is there to see. */
export async function listLayersHolding(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
): Promise<ReadonlySet<number>> {
  if (scopes.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT l.layer_id AS id FROM ${layerRows(scopes)}
    WHERE EXISTS (SELECT 1 FROM geoms AS g WHERE ${visibleObjects(scopes)})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
