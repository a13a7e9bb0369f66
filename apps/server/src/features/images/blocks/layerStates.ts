import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

interface LayerState {
  readonly id: number;
  /** Another one after every change of the layer or of its objects. */
  readonly state: string;
}

/** Of all layers and views that are there. */
export async function listLayerStates(db: Kysely<Schema>): Promise<LayerState[]> {
  const { rows } = await sql<LayerState>`
    SELECT l.id, l.version || '-' || coalesce(c.steps, 0) AS state
    FROM classifiers AS l LEFT JOIN (
      SELECT company_id, class_id, sum(steps) AS steps FROM map_changes GROUP BY company_id, class_id) AS c
      ON c.company_id = l.company_id AND c.class_id = coalesce(l.source_id, l.id)
    WHERE l.kind = 'layer' AND l.deleted_at IS NULL ORDER BY l.id`.execute(db);
  return rows;
}

/** Another number after every change of objects, whatever the layer. */
export async function readChangeSteps(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    SELECT coalesce(sum(steps), 0)::bigint AS steps FROM map_changes`.execute(db);
  return rows[0]?.steps ?? 0;
}
