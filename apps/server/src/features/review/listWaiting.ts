import type { listWaitingGeoms, ReplyOf } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import {
  findShownLayers,
  layerRights,
  layerRows,
  type Reader,
  visibleObjects,
} from '../classifiers/index.ts';

type Reply = ReplyOf<typeof listWaitingGeoms>;

/** By the layers that own them, of those that the actor may review. */
export async function listWaiting({ database: { db } }: AppDeps, { actor }: Reader): Promise<Reply> {
  if (actor.kind === 'anonymous') return [];
  const owners = await db
    .selectFrom('geoms')
    .select('class_id')
    .distinct()
    .where('company_id', '=', actor.companyId)
    .where('review', '=', 'waiting')
    .where('deleted_at', 'is', null)
    .execute();
  const layers = await findShownLayers(
    db,
    owners.map(({ class_id }) => class_id),
  );
  const scopes = layers
    .map((layer) => ({ layer, rights: layerRights(actor, layer), filters: [] }))
    .filter(({ rights }) => rights.reviews);
  if (scopes.length === 0) return [];
  const { rows } = await sql<Reply[number]>`
    SELECT g.class_id AS "classId", count(*) AS count, min(g.id) AS "oldestId"
    FROM ${layerRows(scopes)} JOIN geoms AS g ON ${visibleObjects(scopes)}
    WHERE g.review = 'waiting'
    GROUP BY g.class_id ORDER BY g.class_id`.execute(db);
  return rows;
}
