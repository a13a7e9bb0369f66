import type { CommentId, UserId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Owner } from '../access/permissions.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { insertNotices } from './addNotices.ts';
import { findMentions } from './findMentions.ts';
import { listMentionable } from './listMentionable.ts';
import { rhythmOfOwnComment } from './mailRhythm.ts';
import { notifyOfComments } from './notifyFollowers.ts';

interface AddedComments {
  /** Company and unit of the layer. */
  readonly owner: Owner;
  readonly commentIds: readonly CommentId[];
  readonly content: string;
  readonly authorId: UserId;
  /** Changes of many objects are no news for followers. */
  readonly notifiesFollowers?: boolean;
}

/**
 * Notifies those whom comments of one text mention; of comments on their objects the users who added them, if they are public,
 * and the assignees of cases; then those who follow the objects. A user who is mentioned gets no second notice.
 */
export async function addCommentNotices(
  db: Kysely<Schema>,
  clock: Clock,
  { owner, commentIds, content, authorId, notifiesFollowers = true }: AddedComments,
): Promise<void> {
  const { companyId } = owner;
  const mentioned = content.includes('@') ? findMentions(content, await listMentionable(db, owner)) : [];
  const ofComments = sql`comments AS m JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id
    WHERE m.company_id = ${companyId}::integer AND m.id = ANY(${commentIds}::bigint[])`;
  const mailFor = (userId: RawBuilder<unknown>) =>
    notifiesFollowers ? rhythmOfOwnComment(userId) : sql`NULL::text`;
  if (mentioned.length > 0)
    await insertNotices(db, clock, {
      ...{ companyId, kind: 'mentioned', byId: authorId },
      rows: sql`SELECT mentioned.user_id, m.geom_id, m.id, NULL::date, ${mailFor(sql`mentioned.user_id`)}
        FROM unnest(${mentioned}::bigint[]) AS mentioned (user_id) CROSS JOIN ${ofComments}`,
    });
  await insertNotices(db, clock, {
    ...{ companyId, kind: 'commented', byId: authorId },
    rows: sql`SELECT concerned.user_id, m.geom_id, m.id, NULL::date, ${mailFor(sql`concerned.user_id`)}
      FROM (SELECT m.* FROM ${ofComments}) AS m
      JOIN geoms AS g ON g.company_id = m.company_id AND g.id = m.geom_id
      LEFT JOIN cases AS c ON c.company_id = m.company_id AND c.geom_id = m.geom_id
      CROSS JOIN LATERAL (VALUES (CASE WHEN m.is_public THEN g.author_id END), (c.assignee_id)) AS concerned (user_id)
      WHERE concerned.user_id <> ALL(${mentioned}::bigint[])`,
  });
  if (notifiesFollowers) await notifyOfComments(db, clock, { companyId, commentIds, byId: authorId });
}
