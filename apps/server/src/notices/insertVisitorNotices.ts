import type { CompanyId, NoticeKind } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';
import { mailTime } from './mailTime.ts';

interface VisitorEvent {
  readonly companyId: CompanyId;
  readonly kind: NoticeKind;
  /** Rows `(follow_id, geom_id, comment_id, mail)`. */
  readonly rows: RawBuilder<unknown>;
}

/** Notifies visitors, who follow by e-mail; news of one kind about one object that wait for a mail are one notice. */
export async function insertVisitorNotices(
  db: Kysely<Schema>,
  clock: Clock,
  { companyId, kind, rows }: VisitorEvent,
): Promise<void> {
  await sql`
    INSERT INTO notices AS n (company_id, id, follow_id, kind, geom_id, comment_id, at, mail_at)
    SELECT ${companyId}::integer, ${newId(companyId, 'notice_seq')}, recipient.follow_id, ${kind}::text, recipient.geom_id,
           recipient.comment_id, date_trunc('milliseconds', ${clock.now}), ${mailTime(clock, sql`recipient.mail`)}
    FROM (SELECT DISTINCT ON (follow_id, geom_id) * FROM (${rows}) AS row (follow_id, geom_id, comment_id, mail)
          ORDER BY follow_id, geom_id, comment_id DESC) AS recipient
    ORDER BY recipient.follow_id, recipient.geom_id
    ON CONFLICT (company_id, follow_id, kind, geom_id) WHERE follow_id IS NOT NULL AND mail_at IS NOT NULL
    DO UPDATE SET comment_id = excluded.comment_id, at = excluded.at, events = n.events + 1`.execute(db);
}
