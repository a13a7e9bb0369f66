import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';

interface LayerState {
  readonly id: number;
  /** Differs after every change of the layer or its objects. */
  readonly state: string;
}

/** Lists the state of all layers and views that are not deleted. */
export async function listLayerStates(db: Kysely<Schema>): Promise<LayerState[]> {
  const { rows } = await sql<LayerState>`
    SELECT l.id, l.version || '-' || coalesce(c.steps, 0) AS state
    FROM classifiers AS l LEFT JOIN (
      SELECT company_id, class_id, sum(steps) AS steps FROM map_changes GROUP BY company_id, class_id) AS c
      ON c.company_id = l.company_id AND c.class_id = coalesce(l.source_id, l.id)
    WHERE l.kind = 'layer' AND l.deleted_at IS NULL ORDER BY l.id`.execute(db);
  return rows;
}

/** Returns a number that differs after every change of objects of any layer. */
export async function readChangeSteps(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ steps: number }>`
    SELECT coalesce(sum(steps), 0)::bigint AS steps FROM map_changes`.execute(db);
  return rows[0]?.steps ?? 0;
}
