import { type Language, type LayerId, type ReportDashboard, referenceOf } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { translatedName } from '../../../db/sql/translatedName.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import { type LayerAccess, layerValues } from '../../../layers/layerQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';

type Newest = ReportDashboard['newest'][number];
interface Row extends Pick<Newest, 'id' | 'name' | 'status' | 'statusType'> {
  readonly layer_id: LayerId;
  readonly created_at: Date;
}

/** Reads the newest objects of each layer by its index, and returns the newest of these. */
export async function readNewest(
  db: Kysely<Schema>,
  { layers, language }: { readonly layers: readonly LayerAccess[]; readonly language: Language },
  count: number,
): Promise<Newest[]> {
  const { rows } = await sql<Row>`
    SELECT n.id, n.layer_id, n.name, n.created_at, ${translatedName('t', language)} AS status,
      t.status_type AS "statusType"
    FROM (
      SELECT l.layer_id, g.* FROM ${layerValues(layers)} CROSS JOIN LATERAL (
        SELECT g.company_id, g.id, g.name, g.created_at, g.latest_comment_id FROM geoms AS g
        WHERE ${toCondition({ layers })} ORDER BY g.created_at DESC, g.id DESC LIMIT ${count}::integer) AS g
      ORDER BY g.created_at DESC, g.id DESC LIMIT ${count}::integer) AS n
    LEFT JOIN comments AS m ON m.company_id = n.company_id AND m.id = n.latest_comment_id AND m.deleted_at IS NULL
    LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
    ORDER BY n.created_at DESC, n.id DESC`.execute(db);
  const names = new Map(layers.map(({ layer }) => [layer.id, layerNameIn(layer, language)]));
  return rows.map(({ id, layer_id, name, status, statusType, created_at }) => ({
    id,
    reference: referenceOf(id),
    layerName: names.get(layer_id) ?? '',
    name,
    status,
    statusType,
    createdAt: created_at.toISOString(),
  }));
}
