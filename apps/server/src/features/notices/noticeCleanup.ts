import { noticeLimits, visitorFollowLimits } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { JobKind } from '../../jobs/JobKind.ts';

const DAY_S = 86_400;
/** A mail is tried for a week. */
const MAILED_DAYS = 8;

/** Once a day, deletes old notices, read or not, those of visitors once they were mailed, and follows that nobody confirmed. */
export const noticeCleanup = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): JobKind => ({
  kind: 'notice-cleanup',
  period: { everyS: DAY_S, firstAfterS: 60 },
  async run() {
    const before = (days: number) => sql`${clock.now} - make_interval(days => ${days})`;
    const { numAffectedRows: notices = 0n } = await sql`DELETE FROM notices
      WHERE at < ${before(noticeLimits.days)}
        OR (follow_id IS NOT NULL AND mail_at IS NULL AND at < ${before(MAILED_DAYS)})`.execute(database.db);
    const { numAffectedRows: follows = 0n } = await sql`DELETE FROM follows
      WHERE email IS NOT NULL AND confirmed_at IS NULL AND created_at < ${before(visitorFollowLimits.confirmDays)}`.execute(
      database.db,
    );
    return { deleted: Number(notices), unconfirmed: Number(follows) };
  },
});
