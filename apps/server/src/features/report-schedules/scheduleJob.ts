import type { CompanyId, ReportScheduleId, UserId } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobKind } from '../../jobs/JobKind.ts';
import { addMails, isUnsentMail } from '../../mail/mailJobs.ts';
import type { Clock } from '../../runtime/Clock.ts';
import { nextMoment } from './scheduleRows.ts';

const EVERY_S = 30;
const BATCH = 100;

/**
 * Periodic job: queues the mails of schedules whose moment has come. A schedule gets its next moment in the transaction that
 * adds the mail, so no other process makes a second one; after a night without a server there is one mail and not several.
 * So there is after days without a mail server: a schedule whose mail still waits gets no other one.
 */
export const reportScheduleJobKind = ({ database, clock }: Pick<AppDeps, 'database' | 'clock'>): JobKind => ({
  kind: 'report-schedules',
  period: {
    everyS: EVERY_S,
    hasWork: async () => {
      const { rows } = await sql`SELECT FROM report_schedules WHERE next_at <= ${clock.now} LIMIT 1`.execute(
        database.db,
      );
      return rows.length > 0;
    },
  },
  run: async (_job, { extendLease }) => {
    let count = 0;
    for (let queued = BATCH; queued === BATCH; count += queued)
      queued = await inTransaction(database, {}, async (db) => {
        await extendLease({ count }, db);
        return await queueDue(db, clock);
      });
    return { count };
  },
});

interface DueSchedule {
  readonly companyId: CompanyId;
  readonly userId: UserId;
  readonly scheduleId: ReportScheduleId;
  /** Its mail of an earlier moment waits for a mail server. */
  readonly isUnsent: boolean;
}

export async function queueDue(db: Transaction<Schema>, clock: Clock): Promise<number> {
  const { rows } = await sql<DueSchedule>`
    WITH due AS MATERIALIZED (
      SELECT company_id, id FROM report_schedules WHERE next_at <= ${clock.now}
      ORDER BY next_at LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE report_schedules AS s SET next_at = ${nextMoment(clock, { days: sql`s.days`, hour: sql`s.hour` })}
    FROM due WHERE s.company_id = due.company_id AND s.id = due.id
    RETURNING s.company_id AS "companyId", s.user_id AS "userId", s.id AS "scheduleId",
      EXISTS (SELECT FROM jobs AS j WHERE j.company_id = s.company_id AND ${isUnsentMail('report')}
              AND j.payload #>> '{details,scheduleId}' = s.id::text) AS "isUnsent"`.execute(db);
  const due = rows.filter(({ isUnsent }) => !isUnsent);
  await addMails(
    db,
    clock,
    due.map(({ companyId, userId, scheduleId }) => ({
      ...{ companyId, template: 'report' as const, userId, details: { scheduleId } },
    })),
  );
  return rows.length;
}
