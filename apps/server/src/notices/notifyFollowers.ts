import type { CommentId, CompanyId, FollowEvent, NoticeKind, ObjectId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { insertNotices } from './addNotices.ts';
import { insertVisitorNotices } from './insertVisitorNotices.ts';

type Db = Kysely<Schema>;

/** Follows `f` of an object `g`: the object itself, or its layer there. */
const follows = (event: FollowEvent): RawBuilder<boolean> => sql`f.company_id = g.company_id
  AND ${event}::text = ANY(f.events)
  AND (f.geom_id = g.id OR (f.geom_id IS NULL AND f.class_ids @> ARRAY[g.class_id]
                            AND (f.area IS NULL OR ST_Intersects(f.area, g.geom))))`;

interface News {
  readonly companyId: CompanyId;
  readonly kind: NoticeKind;
  readonly byId: UserId | null;
  /** FROM and WHERE of follows `f` of objects `g`. */
  readonly found: RawBuilder<unknown>;
  /** Id of a comment. */
  readonly commentId: RawBuilder<unknown>;
}

async function notify(
  db: Db,
  clock: Clock,
  { companyId, kind, byId, found, commentId }: News,
): Promise<void> {
  await insertNotices(db, clock, {
    ...{ companyId, kind, byId },
    rows: sql`SELECT f.user_id, g.id, ${commentId}, NULL::date, f.mail ${found} AND f.user_id IS NOT NULL
      AND NOT EXISTS (SELECT FROM notices AS told
                      WHERE told.company_id = f.company_id AND told.user_id = f.user_id AND told.comment_id = ${commentId})`,
  });
  await insertVisitorNotices(db, clock, {
    ...{ companyId, kind },
    rows: sql`SELECT f.id, g.id, ${commentId}, f.mail ${found} AND f.confirmed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM notices AS told
                      WHERE told.company_id = f.company_id AND told.follow_id = f.id AND told.comment_id = ${commentId})`,
  });
}

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
  notify(db, clock, {
    ...{ companyId, kind: 'objectAdded', byId, commentId: sql`NULL::bigint` },
    found: sql`FROM geoms AS g JOIN follows AS f ON ${follows('added')}
      WHERE g.company_id = ${companyId}::integer AND g.id = ${objectId}::bigint`,
  });

interface Comments {
  readonly companyId: CompanyId;
  readonly commentIds: readonly CommentId[];
  readonly byId: UserId;
}

const hasNewStatus = sql`m.status_id IS DISTINCT FROM (
  SELECT p.status_id FROM comments AS p
  WHERE p.company_id = m.company_id AND p.geom_id = m.geom_id AND p.is_public AND p.deleted_at IS NULL
    AND (p.added_at, p.id) < (m.added_at, m.id)
  ORDER BY p.added_at DESC, p.id DESC LIMIT 1)`;

/** Tells followers of public comments, once each: of a new status before the text. Whoever was told otherwise is left out. */
export async function notifyOfComments(
  db: Db,
  clock: Clock,
  { companyId, commentIds, byId }: Comments,
): Promise<void> {
  const found = (event: FollowEvent, condition: RawBuilder<unknown>) => sql`FROM comments AS m
    JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id
    JOIN follows AS f ON ${follows(event)}
    WHERE m.company_id = ${companyId}::integer AND m.id = ANY(${commentIds}::bigint[]) AND m.is_public AND ${condition}`;
  const common = { companyId, byId, commentId: sql`m.id` };
  await notify(db, clock, { ...common, kind: 'statusChanged', found: found('status', hasNewStatus) });
  await notify(db, clock, { ...common, kind: 'replied', found: found('reply', sql`true`) });
}
