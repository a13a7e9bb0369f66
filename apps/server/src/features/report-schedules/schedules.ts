import {
  limits,
  type ReportId,
  type ReportSchedule,
  type ReportScheduleBody,
  type ReportScheduleId,
} from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { lockUser } from '../../access/lockUser.ts';
import { hasCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { findReportName, type ReportRequester } from '../reports/index.ts';
import { insertSchedule, listSchedules, removeSchedule, type ScheduleRow } from './scheduleRows.ts';

type Deps = Pick<AppDeps, 'database' | 'clock'>;

const toSchedule = (row: ScheduleRow, reportName: string | null): ReportSchedule => ({
  id: row.id,
  reportId: row.reportId,
  reportName,
  casework: row.casework,
  days: row.days.toSorted((a, b) => a - b),
  hour: row.hour,
  formats: row.formats,
  nextAt: row.nextAt.toISOString(),
});

/** A user schedules what they may read, for themselves alone. */
export async function listReportSchedules(
  { database: { db } }: Deps,
  requester: ReportRequester,
): Promise<ReportSchedule[]> {
  const rows = await listSchedules(db, requester.actor.userId);
  return await Promise.all(
    rows.map(async (row) =>
      toSchedule(
        row,
        row.reportId === null ? null : ((await findReportName(db, requester, row.reportId)) ?? null),
      ),
    ),
  );
}

export async function addReportSchedule(
  { database, clock }: Deps,
  requester: ReportRequester,
  body: ReportScheduleBody,
): Promise<ReportSchedule> {
  const { actor, requestId } = requester;
  if (!hasCompanyPermission(actor, 'seeLayerReport')) throw new AppError('FORBIDDEN');
  return await inTransaction(database, {}, async (db) => {
    const name = await nameOf(body.reportId, (id) => findReportName(db, requester, id));
    await lockUser(db, actor.userId);
    const limit = limits.reportSchedules.perUser;
    if ((await listSchedules(db, actor.userId)).length >= limit)
      throw new AppError('TOO_MANY_SCHEDULES', { count: limit, values: { limit } });
    const row = await insertSchedule(db, clock, { userId: actor.userId, body });
    await audit(db, {
      ...{ actor, action: 'REPORT_SCHEDULED', entity: 'report', entityId: row.reportId },
      ...{ entityName: name ?? '', details: { new: body }, requestId },
    });
    return toSchedule(row, name);
  });
}

/** @throws NOT_FOUND for a custom report that the user cannot read. */
async function nameOf(
  id: ReportId | null,
  find: (id: ReportId) => Promise<string | undefined>,
): Promise<string | null> {
  if (id === null) return null;
  const name = await find(id);
  if (name === undefined) throw new AppError('NOT_FOUND');
  return name;
}

export async function deleteReportSchedule(
  { database: { db } }: Deps,
  { actor }: ReportRequester,
  id: ReportScheduleId,
): Promise<void> {
  if (!(await removeSchedule(db, actor.userId, id))) throw new AppError('NOT_FOUND');
}
