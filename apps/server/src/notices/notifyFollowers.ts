import type { CommentId, CompanyId, FollowEvent, NoticeKind, ObjectId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { insertNotices } from './addNotices.ts';
import { hasNewStatus, isOfObject, joinMerged } from './followed.ts';
import { insertVisitorNotices } from './insertVisitorNotices.ts';

type Db = Kysely<Schema>;

/** Follows `f` of such events of an object `g`. */
const follows = (event: FollowEvent): RawBuilder<SqlBool> =>
  sql`${event}::text = ANY(f.events) AND ${isOfObject}`;

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
      AND NOT EXISTS (SELECT FROM notices AS earlier
                      WHERE earlier.company_id = f.company_id AND earlier.user_id = f.user_id AND earlier.comment_id = ${commentId})`,
  });
  await insertVisitorNotices(db, clock, {
    ...{ companyId, kind },
    rows: sql`SELECT f.id, g.id, ${commentId}, f.mail ${found} AND f.confirmed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM notices AS earlier
                      WHERE earlier.company_id = f.company_id AND earlier.follow_id = f.id AND earlier.comment_id = ${commentId})`,
  });
}

interface Addition {
  readonly companyId: CompanyId;
  readonly objectId: ObjectId;
  /** Whoever added it; null for a visitor. */
  readonly byId: UserId | null;
}

/** Notifies the followers of a layer of an object that was added there, or that a review has made public. */
export const notifyOfObject = (
  db: Db,
  clock: Clock,
  { companyId, objectId, byId }: Addition,
): Promise<void> =>
  notify(db, clock, {
    ...{ companyId, kind: 'objectAdded', byId, commentId: sql`NULL::bigint` },
    found: sql`FROM geoms AS g ${joinMerged} JOIN follows AS f ON ${follows('added')}
      WHERE g.company_id = ${companyId}::integer AND g.id = ${objectId}::bigint`,
  });

interface Comments {
  readonly companyId: CompanyId;
  readonly commentIds: readonly CommentId[];
  /** The author; null for a reporter. */
  readonly byId: UserId | null;
}

/** Notifies followers of public comments, once each: of a new status before the text. Whoever was notified otherwise is left out. */
export async function notifyOfComments(
  db: Db,
  clock: Clock,
  { companyId, commentIds, byId }: Comments,
): Promise<void> {
  const found = (event: FollowEvent, condition: RawBuilder<unknown>) => sql`FROM comments AS m
    JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id ${joinMerged}
    JOIN follows AS f ON ${follows(event)}
    WHERE m.company_id = ${companyId}::integer AND m.id = ANY(${commentIds}::bigint[]) AND m.is_public AND ${condition}`;
  const common = { companyId, byId, commentId: sql`m.id` };
  await notify(db, clock, { ...common, kind: 'statusChanged', found: found('status', hasNewStatus) });
  await notify(db, clock, { ...common, kind: 'replied', found: found('reply', sql`m.content <> ''`) });
}
