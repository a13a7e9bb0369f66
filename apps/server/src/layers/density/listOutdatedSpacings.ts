import type { LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Lists the thinned layers and heat maps with changes of objects since they were measured; a measure stays for an hour at least. */
export async function listOutdatedSpacings(db: Kysely<Schema>): Promise<LayerId[]> {
  const { rows } = await sql<{ id: LayerId }>`
    SELECT l.id FROM classifiers AS l
    WHERE l.kind = 'layer' AND l.deleted_at IS NULL AND l.density ->> 'kind' IN ('thinned', 'heat')
      AND (l.spacing_at IS NULL OR l.spacing_at < now() - interval '1 hour')
      AND l.spacing_steps IS DISTINCT FROM (
        SELECT coalesce(sum(c.steps), 0) FROM map_changes AS c
        WHERE c.company_id = l.company_id AND c.class_id = coalesce(l.source_id, l.id))
    ORDER BY l.id`.execute(db);
  return rows.map(({ id }) => id);
}
