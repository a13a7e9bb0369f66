import { limits, noticeLimits, visitorFollowLimits } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { JobKind } from '../../jobs/JobKind.ts';

const DAY_S = 86_400;
/** An event waits up to a week for its mail, which is tried for a week. */
const MAILED_DAYS = 15;
/** Rows of one transaction. */
const BATCH = 1_000;

/** Once a day, deletes old notices, read or not, those of visitors once they were mailed, and follows that nobody confirmed. */
export const noticeCleanup = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): JobKind => ({
  kind: 'notice-cleanup',
  period: { everyS: DAY_S, firstAfterS: 60 },
  async run(_job, { extendLease }) {
    const before = (days: number) => sql`${clock.now} - make_interval(days => ${days})`;
    const deleteAll = async (table: 'notices' | 'follows', condition: RawBuilder<unknown>) => {
      for (let count = 0; ; ) {
        const { numAffectedRows = 0n } = await inTransaction(
          database,
          { statementMs: limits.statementMs.report },
          async (db) => {
            await extendLease({ count }, db);
            return await sql`DELETE FROM ${sql.table(table)} WHERE (company_id, id) IN (
              SELECT company_id, id FROM ${sql.table(table)} WHERE ${condition}
              LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`.execute(db);
          },
        );
        count += Number(numAffectedRows);
        if (numAffectedRows < BATCH) return count;
      }
    };
    const old = await deleteAll('notices', sql`at < ${before(noticeLimits.days)}`);
    const mailed = await deleteAll(
      'notices',
      sql`follow_id IS NOT NULL AND mail_at IS NULL AND at < ${before(MAILED_DAYS)}`,
    );
    const unconfirmed = await deleteAll(
      'follows',
      sql`email IS NOT NULL AND confirmed_at IS NULL AND created_at < ${before(visitorFollowLimits.confirmDays)}`,
    );
    return { deleted: old + mailed, unconfirmed };
  },
});
