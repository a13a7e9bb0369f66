import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { publicGeometry } from '../layers/visibleGeometry.ts';

/**
 * Joins `merged.ids` to the object `g`: its id and those of objects that were merged into it, however often. They are collected
 * once for each object and not for each follow; `isOfObject` needs them.
 */
export const joinMerged: RawBuilder<unknown> = sql`CROSS JOIN LATERAL (SELECT ARRAY(
  WITH RECURSIVE into_g (id) AS (
    SELECT g.id
    UNION
    SELECT w.id FROM into_g JOIN geoms AS w ON w.company_id = g.company_id AND w.merged_into = into_g.id)
  SELECT id FROM into_g) AS ids OFFSET 0) AS merged`;

/**
 * The follow `f` is of the object `g`: of the object itself or one merged into it, or of its layer there. Areas compare what
 * everybody may know: a small one that brings news would tell where the object lies.
 */
export const isOfObject: RawBuilder<SqlBool> = sql`(f.company_id = g.company_id
  AND (f.geom_id = ANY(merged.ids) OR (f.geom_id IS NULL AND f.class_ids @> ARRAY[g.class_id]
                                       AND (f.area IS NULL OR ST_Intersects(f.area, ${publicGeometry})))))`;

/** A public comment `m` sets another status than the one before it. */
export const hasNewStatus: RawBuilder<SqlBool> = sql`m.status_id IS DISTINCT FROM (
  SELECT p.status_id FROM comments AS p
  WHERE p.company_id = m.company_id AND p.geom_id = m.geom_id AND p.is_public AND p.deleted_at IS NULL AND p.merged_from IS NULL
    AND (p.added_at, p.id) < (m.added_at, m.id)
  ORDER BY p.added_at DESC, p.id DESC LIMIT 1)`;

/** A comment `m` is news for the follow `f` of its object. */
export const isNewsOfComment: RawBuilder<SqlBool> = sql`(m.is_public
  AND ('reply' = ANY(f.events) OR ('status' = ANY(f.events) AND ${hasNewStatus})))`;
