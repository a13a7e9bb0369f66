import { type RawBuilder, sql } from 'kysely';
import { type LayerAccess, layersWhere } from '../layers/layerQuery.ts';

/** D-CLS-03: id of the newest comment of an object `g` that the requester may read, by the layer `l`; null without one. */
export function latestCommentId(layers: readonly LayerAccess[]): RawBuilder<number | null> {
  const internal = layers.filter(({ rights }) => rights.seesInternalComments);
  if (internal.length === layers.length) return sql`g.latest_comment_id`;
  if (internal.length === 0) return sql`g.latest_public_comment_id`;
  return sql`CASE WHEN ${layersWhere(layers, ({ rights }) => rights.seesInternalComments)}
    THEN g.latest_comment_id ELSE g.latest_public_comment_id END`;
}

/** FROM and WHERE of that comment `m` with its status `t`, for a subquery about an object `g`. */
export const latestComment = (layers: readonly LayerAccess[]): RawBuilder<unknown> => sql`
  comments AS m JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
  WHERE m.company_id = g.company_id AND m.id = ${latestCommentId(layers)} AND m.deleted_at IS NULL`;

/** LEFT JOINs of that comment for many objects `g`; both `m` and `t` are null where there is none. */
export const joinLatestComment = (layers: readonly LayerAccess[]): RawBuilder<unknown> => sql`
  LEFT JOIN comments AS m ON m.company_id = g.company_id AND m.id = ${latestCommentId(layers)} AND m.deleted_at IS NULL
  LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id`;
