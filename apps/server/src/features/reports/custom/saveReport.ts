import {
  type CustomReport,
  type CustomReportBody,
  limits,
  type ReportContent,
  type ReportContentBody,
  type ReportId,
} from '@pgis/contract';
import { lockUser } from '../../../access/lockUser.ts';
import type { Database } from '../../../db/Database.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { AppError } from '../../../errors/AppError.ts';
import { checkContent } from './checkContent.ts';
import {
  auditReport,
  getEditableRow,
  getReportRow,
  type Requester,
  requireCustomReports,
  toCustomReport,
} from './customReportAccess.ts';
import {
  countReports,
  insertReport,
  type ReportValues,
  removeReport,
  updateReport,
} from './customReportRows.ts';
import { readMentioned } from './readMentioned.ts';

export const toContent = (body: ReportContentBody): ReportContent => ({
  layerIds: body.layerIds,
  columns: body.columns,
  ruleset: body.ruleset,
  filter: body.filter ?? {},
  dateField: body.dateField,
  period: body.period,
  groupBy: body.groupBy,
  metrics: body.metrics,
  chart: body.chart,
});

const toValues = (body: CustomReportBody): ReportValues => ({
  name: body.name,
  description: body.description,
  shared: body.shared,
  definition: toContent(body),
});

export async function addReport(
  database: Database,
  requester: Requester,
  body: CustomReportBody,
): Promise<CustomReport> {
  const { actor } = requester;
  requireCustomReports(actor);
  const values = toValues(body);
  return await inTransaction(database, {}, async (db) => {
    checkContent(values.definition, await readMentioned(db, requester, values.definition));
    await lockUser(db, actor.userId);
    if ((await countReports(db, actor.userId)) >= limits.customReport.perUser)
      throw new AppError('TOO_MANY_REPORTS', {
        count: limits.customReport.perUser,
        values: { limit: limits.customReport.perUser },
      });
    const id = await insertReport(db, actor.userId, values);
    await auditReport(db, requester, {
      action: 'REPORT_SAVED',
      id,
      name: values.name,
      details: { new: values },
    });
    return toCustomReport(actor, await getReportRow(db, requester, id));
  });
}

export async function changeReport(
  database: Database,
  requester: Requester,
  { id, body }: { readonly id: ReportId; readonly body: CustomReportBody },
): Promise<CustomReport> {
  requireCustomReports(requester.actor);
  const values = toValues(body);
  return await inTransaction(database, {}, async (db) => {
    const row = await getEditableRow(db, requester, id);
    checkContent(values.definition, await readMentioned(db, requester, values.definition));
    await updateReport(db, id, values);
    const { name, description, shared, definition } = row;
    const details = { old: { name, description, shared, definition }, new: values };
    await auditReport(db, requester, { action: 'REPORT_SAVED', id, name: values.name, details });
    // A report that a module Admin stops sharing is no longer visible to them: the answer is made of what was written.
    return { ...toCustomReport(requester.actor, { ...row, ...values, updated_at: new Date() }) };
  });
}

export async function deleteReport(database: Database, requester: Requester, id: ReportId): Promise<void> {
  requireCustomReports(requester.actor);
  await inTransaction(database, {}, async (db) => {
    const { name, description, shared, definition } = await getEditableRow(db, requester, id);
    await removeReport(db, id);
    const details = { old: { name, description, shared, definition } };
    await auditReport(db, requester, { action: 'REPORT_DELETED', id, name, details });
  });
}
