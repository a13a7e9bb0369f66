import type { MailRhythm } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { isNewsOfComment, isOfObject, joinMerged } from './followed.ts';

/** Rhythms from the rarest to the most frequent. */
const RHYTHMS: readonly MailRhythm[] = ['never', 'weekly', 'daily', 'atOnce'];

/** ORDER BY that puts the most frequent rhythm first. */
export const mostFrequentFirst = (mail: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`array_position(${[...RHYTHMS]}::text[], ${mail}) DESC NULLS LAST`;

/** The most frequent of the rhythms that a statement with one column returns; null for none. */
export const mostFrequent = (rhythms: RawBuilder<unknown>): RawBuilder<MailRhythm | null> =>
  sql`(SELECT one.mail FROM (${rhythms}) AS one (mail) ORDER BY ${mostFrequentFirst(sql`one.mail`)} LIMIT 1)`;

/**
 * Rhythm in which a user hears of a comment `m` on their own work, the object `g`: their own rhythm, or that of what they
 * follow, because they are not notified of the comment again as a follower.
 */
export const rhythmOfOwnComment = (userId: RawBuilder<unknown>): RawBuilder<MailRhythm | null> =>
  mostFrequent(sql`
    SELECT o.notice_mail FROM users AS o WHERE o.company_id = g.company_id AND o.id = ${userId}
    UNION ALL
    SELECT f.mail FROM follows AS f ${joinMerged} WHERE f.user_id = ${userId} AND ${isOfObject} AND ${isNewsOfComment}`);
