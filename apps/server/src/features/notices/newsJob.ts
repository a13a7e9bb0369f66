import type { CompanyId, FollowId, NoticeId, UserId } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobKind } from '../../jobs/JobKind.ts';
import { addMails } from '../../mail/mailJobs.ts';
import type { Clock } from '../../runtime/Clock.ts';

const EVERY_S = 10;
/** Recipients to whom one transaction writes. */
const BATCH = 500;

/**
 * Periodic job: makes one mail for each user, and for each address of a visitor, of all notices that are due. The notices
 * lose their time in the transaction that adds the mail, so no other process makes a second one. Notices that an event is
 * changing wait for the next run: the job and the event could each wait for the other.
 */
export const newsJobKind = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): JobKind => ({
  kind: 'notice-mails',
  period: {
    everyS: EVERY_S,
    hasWork: async () => {
      const { rows } = await sql`SELECT FROM notices WHERE mail_at <= ${clock.now} LIMIT 1`.execute(
        database.db,
      );
      return rows.length > 0;
    },
  },
  run: async (_job, { extendLease }) => {
    let count = 0;
    for (const batch of [mailUsers, mailVisitors])
      for (let mailed = BATCH; mailed === BATCH; count += mailed)
        mailed = await inTransaction(database, {}, async (db) => {
          await extendLease({ count }, db);
          return await batch(db, clock);
        });
    return { count };
  },
});

/** Returns the number of users with due notices. What was read in the bell meanwhile is no news. */
async function mailUsers(db: Transaction<Schema>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ companyId: CompanyId; userId: UserId; ids: NoticeId[] | null }>`
    WITH due AS (
      SELECT DISTINCT company_id, user_id FROM notices
      WHERE mail_at <= ${clock.now} AND user_id IS NOT NULL LIMIT ${BATCH}
    ), locked AS MATERIALIZED (
      SELECT n.company_id, n.id FROM notices AS n JOIN due ON n.company_id = due.company_id AND n.user_id = due.user_id
      WHERE n.mail_at <= ${clock.now} FOR NO KEY UPDATE OF n SKIP LOCKED
    ), taken AS (
      UPDATE notices AS n SET mail_at = NULL FROM locked
      WHERE n.company_id = locked.company_id AND n.id = locked.id
      RETURNING n.company_id, n.user_id, n.id, n.read_at
    )
    SELECT company_id AS "companyId", user_id AS "userId", json_agg(id ORDER BY id) FILTER (WHERE read_at IS NULL) AS ids
    FROM taken GROUP BY company_id, user_id ORDER BY company_id, user_id`.execute(db);
  await addMails(
    db,
    clock,
    rows.flatMap(({ companyId, userId, ids }) =>
      ids === null ? [] : [{ companyId, template: 'news' as const, userId, details: { ids } }],
    ),
  );
  return rows.length;
}

/** Returns the number of addresses with due notices. A mail names a follow in place of its address. */
async function mailVisitors(db: Transaction<Schema>, clock: Clock): Promise<number> {
  const { rows } = await sql<{ companyId: CompanyId; followId: FollowId; ids: NoticeId[] }>`
    WITH due AS (
      SELECT DISTINCT f.company_id, lower(f.email) AS email
      FROM notices AS n JOIN follows AS f ON f.company_id = n.company_id AND f.id = n.follow_id
      WHERE n.mail_at <= ${clock.now} LIMIT ${BATCH}
    ), locked AS MATERIALIZED (
      SELECT n.company_id, n.id, due.email FROM due
      JOIN follows AS f ON f.company_id = due.company_id AND lower(f.email) = due.email
      JOIN notices AS n ON n.company_id = f.company_id AND n.follow_id = f.id
      WHERE n.mail_at <= ${clock.now} FOR NO KEY UPDATE OF n SKIP LOCKED
    ), taken AS (
      UPDATE notices AS n SET mail_at = NULL FROM locked
      WHERE n.company_id = locked.company_id AND n.id = locked.id
      RETURNING n.company_id, n.follow_id, n.id, locked.email
    )
    SELECT company_id AS "companyId", min(follow_id) AS "followId", json_agg(id ORDER BY id) AS ids
    FROM taken GROUP BY company_id, email ORDER BY 1, 2`.execute(db);
  await addMails(
    db,
    clock,
    rows.map(({ companyId, followId, ids }) => ({
      companyId,
      template: 'news' as const,
      details: { followId, ids },
    })),
  );
  return rows.length;
}
