import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import {
  companyOf,
  type ReportId,
  type ReportSchedule,
  type ReportScheduleBody,
  type ReportScheduleId,
  type ScheduleFormat,
  scheduleFormats,
  type UserId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { companyDay } from '../../query/companyTime.ts';
import type { Clock } from '../../runtime/Clock.ts';

export interface ScheduleRow {
  readonly id: ReportScheduleId;
  readonly userId: UserId;
  readonly reportId: ReportId | null;
  readonly casework: ReportSchedule['casework'];
  readonly days: number[];
  readonly hour: number;
  readonly formats: ScheduleFormat[];
  readonly nextAt: Date;
}

/**
 * The next moment after now at which the hour begins on one of the days. Local times are added up and turned into moments at the
 * end, so the hour stays when the clocks change: one that a change leaves out is an hour later, one that comes twice comes once.
 */
export const nextMoment = (
  clock: Clock,
  { days, hour }: { readonly days: RawBuilder<unknown>; readonly hour: RawBuilder<unknown> },
): RawBuilder<Date> => sql`(
  SELECT min(at) FROM generate_series(0, 7) AS ahead
  CROSS JOIN LATERAL (SELECT ${companyDay(clock)} + ahead AS day) AS local
  CROSS JOIN LATERAL (
    SELECT (local.day + make_interval(hours => ${hour}::integer)) AT TIME ZONE ${COMPANY_TIME_ZONE}::text AS at) AS moment
  WHERE extract(isodow FROM local.day)::smallint = ANY(${days}::smallint[]) AND moment.at > ${clock.now})`;

const columns = sql`s.id, s.user_id AS "userId", s.report_id AS "reportId", s.casework, s.days, s.hour,
  s.formats, s.next_at AS "nextAt"`;

export async function listSchedules(db: Kysely<Schema>, userId: UserId): Promise<ScheduleRow[]> {
  const { rows } = await sql<ScheduleRow>`
    SELECT ${columns} FROM report_schedules AS s
    WHERE s.company_id = ${companyOf(userId)}::integer AND s.user_id = ${userId}::bigint ORDER BY s.id`.execute(
    db,
  );
  return rows;
}

export async function findSchedule(
  db: Kysely<Schema>,
  id: ReportScheduleId,
): Promise<ScheduleRow | undefined> {
  const { rows } = await sql<ScheduleRow>`
    SELECT ${columns} FROM report_schedules AS s
    WHERE s.company_id = ${companyOf(id)}::integer AND s.id = ${id}::bigint`.execute(db);
  return rows[0];
}

export async function insertSchedule(
  db: Kysely<Schema>,
  clock: Clock,
  { userId, body }: { readonly userId: UserId; readonly body: ReportScheduleBody },
): Promise<ScheduleRow> {
  const { reportId, casework = {}, days, hour, formats = ['xlsx'] } = body;
  const inOrder = scheduleFormats.filter((format) => formats.includes(format));
  const companyId = companyOf(userId);
  const next = nextMoment(clock, { days: sql`${days}`, hour: sql`${hour}` });
  const { rows } = await sql<ScheduleRow>`
    INSERT INTO report_schedules AS s (company_id, id, user_id, report_id, casework, days, hour, formats, next_at)
    VALUES (${companyId}::integer, ${newId(companyId, 'report_schedule_seq')}, ${userId}::bigint, ${reportId}::bigint,
            ${JSON.stringify(casework)}::jsonb, ${days}::smallint[], ${hour}::smallint, ${inOrder}::text[], ${next})
    RETURNING ${columns}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an inserted row is returned');
  return row;
}

/** Returns false for a schedule that is absent or of somebody else. */
export async function removeSchedule(
  db: Kysely<Schema>,
  userId: UserId,
  id: ReportScheduleId,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM report_schedules
    WHERE company_id = ${companyOf(userId)}::integer AND user_id = ${userId}::bigint AND id = ${id}::bigint`.execute(
    db,
  );
  return numAffectedRows > 0n;
}
