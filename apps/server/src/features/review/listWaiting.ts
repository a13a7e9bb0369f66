import type { listWaitingGeoms, ReplyOf } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { layerValues } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { toCondition } from '../../query/toCondition.ts';

type Reply = ReplyOf<typeof listWaitingGeoms>;

/** Counts the objects that wait for review by owning layer, in the layers that the actor may review. */
export async function listWaiting(db: Kysely<Schema>, { actor }: Reader): Promise<Reply> {
  if (actor.kind === 'anonymous') return [];
  const owners = await db
    .selectFrom('geoms')
    .select('class_id')
    .distinct()
    .where('company_id', '=', actor.companyId)
    .where('review', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .execute();
  const owned = await listLayerAccess(
    db,
    actor,
    owners.map(({ class_id }) => class_id),
  );
  const layers = owned.filter(({ rights }) => rights.reviews);
  if (layers.length === 0) return [];
  const { rows } = await sql<Reply[number]>`
    SELECT g.class_id AS "classId", count(*) AS count, min(g.id) AS "oldestId"
    FROM ${layerValues(layers)} JOIN geoms AS g ON ${toCondition({ layers, review: 'waiting' })}
    GROUP BY g.class_id ORDER BY g.class_id`.execute(db);
  return rows;
}
