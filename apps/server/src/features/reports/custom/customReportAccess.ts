import type { CustomReport, Language, ReportId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { hasCompanyPermission } from '../../../access/permissions.ts';
import { audit } from '../../../audit/audit.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { type CustomReportRow, listReportRows } from './customReportRows.ts';

/** The user who makes a request, and the language of its answer. */
export interface Requester {
  readonly actor: UserActor;
  readonly language: Language;
  readonly requestId: string;
}

/** D-REP-03: the module permission, and Read in some unit. */
export function requireCustomReports(actor: UserActor): void {
  if (!hasCompanyPermission(actor, 'useCustomReports')) throw new AppError('FORBIDDEN');
}

/** Comes with the product: a row of the system's company. */
const isReady = ({ company_id }: CustomReportRow): boolean => company_id === 0;

/** A report belongs to its author; a module Admin may also edit the shared ones. */
const mayEdit = ({ userId, moduleAdmin }: UserActor, row: CustomReportRow): boolean =>
  !isReady(row) && (row.owner_id === userId || (moduleAdmin && row.shared));

export function toCustomReport(actor: UserActor, row: CustomReportRow): CustomReport {
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

const listVisibleRows = (
  db: Kysely<Schema>,
  { actor: { companyId, userId }, language }: Requester,
  id?: ReportId,
): Promise<CustomReportRow[]> => listReportRows(db, { companyId, userId, language }, id);

/** @throws NOT_FOUND for a report that is absent, or somebody else's and not shared. */
export async function getReportRow(
  db: Kysely<Schema>,
  requester: Requester,
  id: ReportId,
): Promise<CustomReportRow> {
  const [row] = await listVisibleRows(db, requester, id);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** Undefined for a report that the user cannot read, or that is gone. */
export async function findReportName(
  db: Kysely<Schema>,
  requester: Requester,
  id: ReportId,
): Promise<string | undefined> {
  if (!hasCompanyPermission(requester.actor, 'useCustomReports')) return undefined;
  return (await listVisibleRows(db, requester, id))[0]?.name;
}

export async function getEditableRow(
  db: Kysely<Schema>,
  requester: Requester,
  id: ReportId,
): Promise<CustomReportRow> {
  const row = await getReportRow(db, requester, id);
  if (!mayEdit(requester.actor, row)) throw new AppError('FORBIDDEN');
  return row;
}

export async function listReports(db: Kysely<Schema>, requester: Requester): Promise<CustomReport[]> {
  requireCustomReports(requester.actor);
  return (await listVisibleRows(db, requester)).map((row) => toCustomReport(requester.actor, row));
}

export async function getReport(
  db: Kysely<Schema>,
  requester: Requester,
  id: ReportId,
): Promise<CustomReport> {
  requireCustomReports(requester.actor);
  return toCustomReport(requester.actor, await getReportRow(db, requester, id));
}

export const auditReport = (
  db: Kysely<Schema>,
  { actor, requestId }: Requester,
  row: {
    readonly action: 'REPORT_SAVED' | 'REPORT_DELETED' | 'REPORT_RUN' | 'EXPORT';
    readonly id: ReportId | null;
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
