import type { CommentId, CompanyId, FollowEvent, NoticeKind, ObjectId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { insertNotices } from './addNotices.ts';

type Db = Kysely<Schema>;

/** Follows `f` of an object `g`: the object itself, or its layer there. */
const follows = (event: FollowEvent): RawBuilder<boolean> => sql`f.company_id = g.company_id
  AND ${event}::text = ANY(f.events)
  AND (f.geom_id = g.id OR (f.geom_id IS NULL AND f.class_ids @> ARRAY[g.class_id]
                            AND (f.area IS NULL OR ST_Intersects(f.area, g.geom))))`;

interface Addition {
  readonly companyId: CompanyId;
  readonly objectId: ObjectId;
  /** Whoever added it; null for a visitor. */
  readonly byId: UserId | null;
}

/** Tells the followers of a layer of an object that was added there, or that a review has made public. */
export const notifyOfObject = (
  db: Db,
  clock: Clock,
  { companyId, objectId, byId }: Addition,
): Promise<void> =>
  insertNotices(db, clock, {
    ...{ companyId, kind: 'objectAdded', byId },
    rows: sql`SELECT f.user_id, g.id, NULL::bigint, NULL::date, f.mail
      FROM geoms AS g JOIN follows AS f ON ${follows('added')}
      WHERE g.company_id = ${companyId}::integer AND g.id = ${objectId}::bigint`,
  });

interface Comments {
  readonly companyId: CompanyId;
  readonly commentIds: readonly CommentId[];
  readonly byId: UserId;
}

/** Tells followers of public comments, once each: of a new status before the text. Whoever was told otherwise is left out. */
export async function notifyOfComments(
  db: Db,
  clock: Clock,
  { companyId, commentIds, byId }: Comments,
): Promise<void> {
  const kinds = [
    [
      'statusChanged',
      'status',
      sql`AND m.status_id IS DISTINCT FROM (
      SELECT p.status_id FROM comments AS p
      WHERE p.company_id = m.company_id AND p.geom_id = m.geom_id AND p.is_public AND p.deleted_at IS NULL
        AND (p.added_at, p.id) < (m.added_at, m.id)
      ORDER BY p.added_at DESC, p.id DESC LIMIT 1)`,
    ],
    ['replied', 'reply', sql``],
  ] as const satisfies readonly (readonly [NoticeKind, FollowEvent, RawBuilder<unknown>])[];
  for (const [kind, event, condition] of kinds)
    await insertNotices(db, clock, {
      ...{ companyId, kind, byId },
      rows: sql`SELECT f.user_id, g.id, m.id, NULL::date, f.mail
        FROM comments AS m
        JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id
        JOIN follows AS f ON ${follows(event)}
        WHERE m.company_id = ${companyId}::integer AND m.id = ANY(${commentIds}::bigint[]) AND m.is_public ${condition}
          AND NOT EXISTS (SELECT FROM notices AS told
                          WHERE told.company_id = f.company_id AND told.user_id = f.user_id AND told.comment_id = m.id)`,
    });
}
