import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The follow `f` is of the object `g`: of the object itself, or of its layer there. */
export const isOfObject: RawBuilder<SqlBool> = sql`(f.company_id = g.company_id
  AND (f.geom_id = g.id OR (f.geom_id IS NULL AND f.class_ids @> ARRAY[g.class_id]
                            AND (f.area IS NULL OR ST_Intersects(f.area, g.geom)))))`;

/** A public comment `m` sets another status than the one before it. */
export const hasNewStatus: RawBuilder<SqlBool> = sql`m.status_id IS DISTINCT FROM (
  SELECT p.status_id FROM comments AS p
  WHERE p.company_id = m.company_id AND p.geom_id = m.geom_id AND p.is_public AND p.deleted_at IS NULL AND p.merged_from IS NULL
    AND (p.added_at, p.id) < (m.added_at, m.id)
  ORDER BY p.added_at DESC, p.id DESC LIMIT 1)`;

/** A comment `m` is news for the follow `f` of its object. */
export const isNewsOfComment: RawBuilder<SqlBool> = sql`(m.is_public
  AND ('reply' = ANY(f.events) OR ('status' = ANY(f.events) AND ${hasNewStatus})))`;
