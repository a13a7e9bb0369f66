import { noticeLimits } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { JobKind } from '../../jobs/JobKind.ts';

const DAY_S = 86_400;

/** Once a day, deletes old notices, read or not. */
export const noticeCleanup = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): JobKind => ({
  kind: 'notice-cleanup',
  period: { everyS: DAY_S, firstAfterS: 60 },
  async run() {
    const { numAffectedRows = 0n } = await sql`DELETE FROM notices
      WHERE at < ${clock.now} - make_interval(days => ${noticeLimits.days})`.execute(database.db);
    return { deleted: Number(numAffectedRows) };
  },
});
