import { feedLimits, type Language, type LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AnonymousActor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import { layerNameIn } from '../../layers/Layer.ts';
import { layerConstants } from '../../layers/layerQuery.ts';
import { visibleGeometry } from '../../layers/visibleGeometry.ts';
import { joinLatestComment } from '../../query/latestComment.ts';
import { toCondition } from '../../query/toCondition.ts';
import type { Feed, FeedEntry } from './toAtom.ts';

/** A feed is the same for everybody: what a visitor who has never reported anything sees. */
const visitor: AnonymousActor = { kind: 'anonymous', visitorId: undefined, address: '' };

const moment = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

/** @throws NOT_FOUND for a layer that visitors do not see. */
export async function readFeed(
  db: Kysely<Schema>,
  { layerId, language }: { readonly layerId: LayerId; readonly language: Language },
): Promise<Feed> {
  const access = await getLayerAccess(db, visitor, layerId);
  const layers = [access] as const;
  const { rows } = await sql<FeedEntry>`
    SELECT g.id, g.name, g.description, ${moment('g.created_at')} AS published,
           to_char(greatest(g.updated_at, m.added_at) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS updated,
           CASE WHEN t.id IS NULL THEN NULL ELSE ${translatedName('t', language)} END AS status,
           ST_Y(p.point) AS lat, ST_X(p.point) AS lon
    FROM ${layerConstants(access)} CROSS JOIN geoms AS g
    CROSS JOIN LATERAL (SELECT ST_Transform(ST_PointOnSurface(${visibleGeometry(layers)}), 4326) AS point) AS p
    ${joinLatestComment(layers)}
    WHERE ${toCondition({ layers })}
    ORDER BY g.created_at DESC, g.id DESC LIMIT ${feedLimits.entries}`.execute(db);
  return { layerId, title: layerNameIn(access.layer, language), language, entries: rows };
}
