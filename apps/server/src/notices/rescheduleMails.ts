import type { CompanyId, NoticeKind, UserId } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { isNewsOfComment, isOfObject, joinMerged } from './followed.ts';
import { mostFrequent } from './mailRhythm.ts';
import { mailTime } from './mailTime.ts';

/** Kinds that only what a user follows brings. */
const FOLLOWED_KINDS: readonly NoticeKind[] = ['objectAdded', 'statusChanged', 'replied'];

/**
 * Gives notices that wait for a mail the time by the rhythms as they are now, or none. Call it in the transaction that
 * changes a rhythm or what a user follows.
 */
export async function rescheduleMails(
  db: Transaction<Schema>,
  { companyId, userId }: { readonly companyId: CompanyId; readonly userId: UserId },
): Promise<void> {
  const rhythm = mostFrequent(sql`
    SELECT o.notice_mail FROM users AS o
    WHERE o.company_id = n.company_id AND o.id = n.user_id AND n.kind <> ALL(${[...FOLLOWED_KINDS]}::text[])
    UNION ALL
    SELECT f.mail FROM geoms AS g ${joinMerged}
    JOIN follows AS f ON f.user_id = n.user_id AND ${isOfObject}
    LEFT JOIN comments AS m ON m.company_id = n.company_id AND m.id = n.comment_id
    WHERE g.company_id = n.company_id AND g.id = n.geom_id
      AND CASE n.kind WHEN 'objectAdded' THEN 'added' = ANY(f.events) ELSE ${isNewsOfComment} END`);
  // Events lock the notices of a user in this order.
  await sql`
    WITH waiting AS MATERIALIZED (
      SELECT n.* FROM notices AS n
      WHERE n.company_id = ${companyId}::integer AND n.user_id = ${userId}::bigint
        AND n.mail_at IS NOT NULL AND n.read_at IS NULL
      ORDER BY n.geom_id, n.id FOR NO KEY UPDATE)
    UPDATE notices AS w SET mail_at = n.mail_at
    FROM (SELECT n.company_id, n.id, ${mailTime({ now: sql`n.at` }, rhythm)} AS mail_at FROM waiting AS n) AS n
    WHERE w.company_id = n.company_id AND w.id = n.id`.execute(db);
}
