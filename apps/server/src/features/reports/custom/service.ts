import {
  type CustomReport,
  type CustomReportBody,
  type CustomReportResult,
  type Language,
  limits,
  type ReportContent,
  type ReportContentBody,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../http/AppError.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { mayInCompany } from '../../../plugins/rights.ts';
import { audit } from '../../log/index.ts';
import { lockUser } from '../exports/repository.ts';
import type { RunLog } from '../RunLog.ts';
import { checkContent } from './checkContent.ts';
import { readMentioned } from './readMentioned.ts';
import * as rows from './repository.ts';
import { runReport } from './runReport.ts';
import { toCsvFile } from './toCsvFile.ts';

export interface ReportAsker {
  readonly actor: UserActor;
  readonly language: Language;
  readonly requestId: string;
}

/** D-REP-03: the module permission, and Read in some unit. */
function requireCustomReports(actor: UserActor): void {
  if (!mayInCompany(actor, 'useCustomReports')) throw new AppError('FORBIDDEN');
}

const isReady = ({ company_id }: rows.CustomReportRow): boolean => company_id === 0;
/** A report belongs to who made it; of what is shared with all a module Admin takes care. */
const mayEdit = ({ userId, moduleAdmin }: UserActor, row: rows.CustomReportRow): boolean =>
  !isReady(row) && (row.owner_id === userId || (moduleAdmin && row.shared));

function toCustomReport(actor: UserActor, row: rows.CustomReportRow): CustomReport {
  const { columns, metrics, layerIds, ...content } = row.definition;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    shared: row.shared,
    ...content,
    layerIds: [...layerIds],
    columns: [...columns],
    metrics: [...metrics],
    ownerName: row.owner_name,
    isReady: isReady(row),
    canEdit: mayEdit(actor, row),
    updatedAt: row.updated_at.toISOString(),
  };
}

const whose = ({ actor: { companyId, userId }, language }: Omit<ReportAsker, 'requestId'>) => ({
  companyId,
  userId,
  language,
});

async function getRow(
  db: Kysely<Schema>,
  asker: Omit<ReportAsker, 'requestId'>,
  id: number,
): Promise<rows.CustomReportRow> {
  const [row] = await rows.listReportRows(db, whose(asker), id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

async function getEditableRow(db: Kysely<Schema>, asker: ReportAsker, id: number) {
  const row = await getRow(db, asker, id);
  if (!mayEdit(asker.actor, row)) throw new AppError('FORBIDDEN');
  return row;
}

export async function listReports(
  { database: { db } }: AppDeps,
  asker: Omit<ReportAsker, 'requestId'>,
): Promise<CustomReport[]> {
  requireCustomReports(asker.actor);
  return (await rows.listReportRows(db, whose(asker))).map((row) => toCustomReport(asker.actor, row));
}

export async function getReport(
  { database: { db } }: AppDeps,
  asker: Omit<ReportAsker, 'requestId'>,
  id: number,
): Promise<CustomReport> {
  requireCustomReports(asker.actor);
  return toCustomReport(asker.actor, await getRow(db, asker, id));
}

const toContent = (body: ReportContentBody): ReportContent => ({
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

const toValues = (body: CustomReportBody): rows.ReportValues => ({
  name: body.name,
  description: body.description,
  shared: body.shared,
  definition: toContent(body),
});

const auditReport = (
  db: Kysely<Schema>,
  { actor, requestId }: ReportAsker,
  row: {
    readonly action: 'REPORT_SAVED' | 'REPORT_DELETED' | 'REPORT_RUN' | 'EXPORT';
    readonly id: number | null;
    readonly name: string;
    readonly details?: Readonly<Record<string, unknown>>;
  },
): Promise<void> =>
  audit(db, {
    actor,
    action: row.action,
    entity: 'report',
    entityId: row.id,
    entityName: row.name,
    ...(row.details && { details: row.details }),
    requestId,
  });

export async function addReport(
  deps: AppDeps,
  asker: ReportAsker,
  body: CustomReportBody,
): Promise<CustomReport> {
  const { actor } = asker;
  requireCustomReports(actor);
  const values = toValues(body);
  return await inTransaction(deps.database, {}, async (db) => {
    checkContent(values.definition, await readMentioned(db, asker, values.definition));
    await lockUser(db, actor.userId);
    if ((await rows.countReports(db, actor.userId)) >= limits.customReport.perUser)
      throw new AppError('TOO_MANY_REPORTS', { count: limits.customReport.perUser });
    const id = await rows.insertReport(db, actor.userId, values);
    await auditReport(db, asker, { action: 'REPORT_SAVED', id, name: values.name, details: { new: values } });
    return toCustomReport(actor, await getRow(db, asker, id));
  });
}

export async function changeReport(
  deps: AppDeps,
  asker: ReportAsker,
  { id, body }: { readonly id: number; readonly body: CustomReportBody },
): Promise<CustomReport> {
  requireCustomReports(asker.actor);
  const values = toValues(body);
  return await inTransaction(deps.database, {}, async (db) => {
    const row = await getEditableRow(db, asker, id);
    checkContent(values.definition, await readMentioned(db, asker, values.definition));
    await rows.updateReport(db, id, values);
    const { name, description, shared, definition } = row;
    const details = { old: { name, description, shared, definition }, new: values };
    await auditReport(db, asker, { action: 'REPORT_SAVED', id, name: values.name, details });
    // What a module Admin takes back from sharing is not his to see any more.
    return { ...toCustomReport(asker.actor, { ...row, ...values, updated_at: new Date() }) };
  });
}

export async function deleteReport(deps: AppDeps, asker: ReportAsker, id: number): Promise<void> {
  requireCustomReports(asker.actor);
  await inTransaction(deps.database, {}, async (db) => {
    const { name, description, shared, definition } = await getEditableRow(db, asker, id);
    await rows.removeReport(db, id);
    const details = { old: { name, description, shared, definition } };
    await auditReport(db, asker, { action: 'REPORT_DELETED', id, name, details });
  });
}

export async function previewReport(
  deps: AppDeps,
  { log, asker }: { readonly log: RunLog; readonly asker: ReportAsker },
  body: ReportContentBody,
): Promise<CustomReportResult> {
  const { actor, language } = asker;
  requireCustomReports(actor);
  const result = await runReport(deps, {
    actor,
    language,
    content: toContent(body),
    mostRows: limits.customReport.previewRows,
    isSaved: false,
  });
  await log.note(`${actor.userId} preview`, () =>
    auditReport(deps.database.db, asker, {
      action: 'REPORT_RUN',
      id: null,
      name: '',
      details: { preview: true },
    }),
  );
  return result;
}

/** The report and what it says; `mostRows` of it. */
async function run(deps: AppDeps, asker: ReportAsker, { id, mostRows }: { id: number; mostRows: number }) {
  const { actor, language } = asker;
  requireCustomReports(actor);
  const row = await getRow(deps.database.db, asker, id);
  const content = row.definition;
  return { row, result: await runReport(deps, { actor, language, content, mostRows, isSaved: true }) };
}

export async function runSavedReport(
  deps: AppDeps,
  { log, asker }: { readonly log: RunLog; readonly asker: ReportAsker },
  id: number,
): Promise<CustomReportResult> {
  const { row, result } = await run(deps, asker, { id, mostRows: limits.customReport.rows });
  await log.note(`${asker.actor.userId} report ${id}`, () =>
    auditReport(deps.database.db, asker, { action: 'REPORT_RUN', id, name: row.name }),
  );
  return result;
}

/** D-REP-03: the whole of it, or a refusal: a file that is cut without a word would be taken for the whole. */
export async function exportReport(
  deps: AppDeps,
  asker: ReportAsker,
  id: number,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const mostRows = limits.customReport.csvRows;
  const { row, result } = await run(deps, asker, { id, mostRows });
  if (result.isCut) throw new AppError('TOO_MANY_ROWS', { count: result.rows.length });
  const { name, definition } = row;
  const details = { format: 'csv', rows: result.rows.length };
  await auditReport(deps.database.db, asker, { action: 'EXPORT', id, name, details });
  return { name, bytes: toCsvFile(definition, result, asker.language) };
}
