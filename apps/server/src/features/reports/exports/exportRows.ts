import { companyOf, type ExportId, type ReportExport, type UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Job } from '../../../jobs/JobKind.ts';

const columns = [
  'id',
  'company_id',
  'user_id',
  'session_id',
  'language',
  'class_id',
  'format',
  'file_name',
  'selection',
  'request_id',
  'state',
  'problem',
  'attempts',
  'rows_done',
  'rows_total',
  'blob_key',
  'size',
  'created_at',
  'expires_at',
] as const;

export type ExportRow = Awaited<ReturnType<typeof getRow>>;

const getRow = (db: Kysely<Schema>) =>
  db.selectFrom('report_exports').select(columns).executeTakeFirstOrThrow();

export const toReportExport = (row: ExportRow): ReportExport => ({
  id: row.id,
  classId: row.class_id,
  format: row.format,
  fileName: row.file_name,
  state: row.state,
  problem: row.problem,
  rowsDone: row.rows_done,
  rowsTotal: row.rows_total,
  size: row.size,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
});

export type NewExport = Pick<
  ExportRow,
  'user_id' | 'session_id' | 'language' | 'class_id' | 'format' | 'file_name' | 'request_id'
> & { readonly selection: string; readonly days: number };

export const insertExport = (db: Kysely<Schema>, { days, ...row }: NewExport): Promise<ExportRow> =>
  db
    .insertInto('report_exports')
    .values({
      ...row,
      company_id: companyOf(row.user_id),
      id: newId(companyOf(row.user_id), 'report_seq'),
      expires_at: sql<Date>`now() + make_interval(days => ${days}::integer)`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Lists the exports of a user that have not expired; with `id` the one with this id. */
export const listExports = (db: Kysely<Schema>, userId: UserId, id?: ExportId): Promise<ExportRow[]> => {
  const own = db
    .selectFrom('report_exports')
    .select(columns)
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc');
  return (id === undefined ? own : own.where('id', '=', id)).execute();
};

export async function countUnfinished(db: Kysely<Schema>, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('report_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

export const EXPORT_JOB = 'report-file';

/** Payload of the job that writes the file; the row of the export holds everything else. */
export type ExportPayload = Readonly<{ exportId: ExportId }>;

/** Marks an export as running; returns undefined when it has expired, is written or was deleted by its owner. */
export async function startExport(
  db: Kysely<Schema>,
  { payload: { exportId }, attempts }: Job<ExportPayload>,
): Promise<ExportRow | undefined> {
  return await db
    .updateTable('report_exports')
    .set({ state: 'running', attempts, rows_done: 0, problem: null })
    .where('company_id', '=', companyOf(exportId))
    .where('id', '=', exportId)
    .where('state', '!=', 'done')
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(columns)
    .executeTakeFirst();
}

/** Gives the export the state of its job, which waits again or has failed. */
export async function releaseExport(
  db: Kysely<Schema>,
  { payload: { exportId }, attempts }: Job<ExportPayload>,
  state: 'waiting' | 'failed',
): Promise<void> {
  await db
    .updateTable('report_exports')
    .set({ state, attempts })
    .where('company_id', '=', companyOf(exportId))
    .where('id', '=', exportId)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

type Change = Partial<
  Pick<ExportRow, 'state' | 'problem' | 'rows_done' | 'rows_total' | 'blob_key' | 'size'>
>;

/** Changes an export that is being written; false when its owner has deleted it. */
export async function changeRunning(db: Kysely<Schema>, id: ExportId, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_exports')
    .set(change)
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hasExpiredExports(db: Kysely<Schema>): Promise<boolean> {
  const row = await db
    .selectFrom('report_exports')
    .select('id')
    .where('expires_at', '<=', sql<Date>`now()`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the given export of a user, or all that have expired, and returns the keys of their files. */
export async function deleteExportRows(
  db: Kysely<Schema>,
  one?: { readonly userId: UserId; readonly id: ExportId },
): Promise<readonly { readonly blob_key: string | null }[]> {
  const deletion = db.deleteFrom('report_exports').returning('blob_key');
  return await (one === undefined
    ? deletion.where('expires_at', '<=', sql<Date>`now()`)
    : deletion
        .where('company_id', '=', companyOf(one.userId))
        .where('user_id', '=', one.userId)
        .where('id', '=', one.id)
  ).execute();
}
