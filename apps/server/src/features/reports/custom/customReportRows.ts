import {
  type CompanyId,
  companyOf,
  type Language,
  type ReportContent,
  type ReportContentBody,
  type ReportId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';

export interface CustomReportRow {
  readonly company_id: CompanyId;
  readonly id: ReportId;
  readonly owner_id: UserId | null;
  readonly name: string;
  readonly description: string;
  readonly shared: boolean;
  readonly definition: ReportContent;
  readonly updated_at: Date;
  readonly owner_name: string;
}

/** Stored report; reports from before filters existed have none. */
interface StoredRow extends Omit<CustomReportRow, 'definition'> {
  readonly definition: ReportContentBody;
}

const translated = (column: 'name' | 'description', language: Language): RawBuilder<string> =>
  sql`coalesce(nullif(${sql.ref(`r.${column}s`)} ->> ${language}::text, ''), ${sql.ref(`r.${column}`)})`;

/** Lists the reports of the system, the user's own and those that colleagues share; with `id` the one with this id. */
export async function listReportRows(
  db: Kysely<Schema>,
  { companyId, userId, language }: { companyId: CompanyId; userId: UserId; language: Language },
  id?: ReportId,
): Promise<CustomReportRow[]> {
  const { rows } = await sql<StoredRow>`
    SELECT r.company_id, r.id, r.owner_id, ${translated('name', language)} AS name,
      ${translated('description', language)} AS description, r.shared, r.definition, r.updated_at,
      CASE WHEN r.owner_id IS NULL THEN '' ELSE ${userName('u', language)} END AS owner_name
    FROM custom_reports AS r LEFT JOIN users AS u ON u.company_id = r.company_id AND u.id = r.owner_id
    WHERE r.company_id IN (0, ${companyId}::integer) AND (r.shared OR r.owner_id = ${userId}::bigint)
      AND (${id ?? null}::bigint IS NULL OR r.id = ${id ?? null}::bigint)
    ORDER BY r.company_id, CASE WHEN r.company_id = 0 THEN r.id END, lower(r.name), r.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    definition: { ...row.definition, filter: row.definition.filter ?? {} },
  }));
}

export async function countReports(db: Kysely<Schema>, ownerId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('custom_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyOf(ownerId))
    .where('owner_id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface ReportValues {
  readonly name: string;
  readonly description: string;
  readonly shared: boolean;
  readonly definition: ReportContent;
}

const toColumns = ({ definition, ...naming }: ReportValues) => ({
  ...naming,
  definition: JSON.stringify(definition),
});

export async function insertReport(
  db: Kysely<Schema>,
  ownerId: UserId,
  values: ReportValues,
): Promise<number> {
  const companyId = companyOf(ownerId);
  const { id } = await db
    .insertInto('custom_reports')
    .values({
      company_id: companyId,
      id: newId(companyId, 'report_seq'),
      owner_id: ownerId,
      ...toColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateReport(db: Kysely<Schema>, id: ReportId, values: ReportValues): Promise<void> {
  await db
    .updateTable('custom_reports')
    .set({ ...toColumns(values), updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

export async function removeReport(db: Kysely<Schema>, id: ReportId): Promise<void> {
  await db
    .deleteFrom('custom_reports')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}
