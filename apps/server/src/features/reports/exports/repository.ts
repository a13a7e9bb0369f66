import type { ReportExport } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { companyOf, newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';

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
  'attempts',
  'rows_done',
  'rows_total',
  'blob_key',
  'size',
  'created_at',
  'expires_at',
] as const;

/** How often an export is begun, unless its server stopped in good order. */
const MOST_ATTEMPTS = 3;

export type ExportRow = Awaited<ReturnType<typeof getRow>>;

const getRow = (db: Kysely<Schema>) =>
  db.selectFrom('report_exports').select(columns).executeTakeFirstOrThrow();

export const toReportExport = (row: ExportRow): ReportExport => ({
  id: row.id,
  classId: row.class_id,
  format: row.format,
  fileName: row.file_name,
  state: row.state,
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

/** One's own that have not expired; a single one with an id. */
export const listExports = (db: Kysely<Schema>, userId: number, id?: number): Promise<ExportRow[]> => {
  const own = db
    .selectFrom('report_exports')
    .select(columns)
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc');
  return (id === undefined ? own : own.where('id', '=', id)).execute();
};

/** Until the transaction ends, other orders of the same user wait, so that their count holds. */
export async function lockUser(db: Kysely<Schema>, userId: number): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyOf(userId))
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}

export async function countUnfinished(db: Kysely<Schema>, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('report_exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return count;
}

/** Left behind by its server. */
const isAbandoned = sql<SqlBool>`state = 'running' AND beat_at < now() - make_interval(mins => 1)`;

/** What has taken its server down so often would do it again: those fail. */
export async function failHopeless(db: Kysely<Schema>): Promise<void> {
  await db
    .updateTable('report_exports')
    .set({ state: 'failed' })
    .where(isAbandoned)
    .where('attempts', '>=', MOST_ATTEMPTS)
    .execute();
}

/** The oldest that waits, or that its server has left for a minute; nobody else takes it at the same time. */
export async function takeExport(db: Kysely<Schema>): Promise<ExportRow | undefined> {
  return await db
    .updateTable('report_exports')
    .set({ state: 'running', attempts: sql`attempts + 1`, rows_done: 0, beat_at: sql<Date>`now()` })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('report_exports')
        .select('id')
        .where('expires_at', '>', sql<Date>`now()`)
        .where((one) => one.or([one('state', '=', 'waiting'), isAbandoned]))
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(columns)
    .executeTakeFirst();
}

type Change = Partial<
  Pick<ExportRow, 'state' | 'attempts' | 'rows_done' | 'rows_total' | 'blob_key' | 'size'>
>;

/** Of one that runs; false when its owner has deleted it. */
export async function changeRunning(db: Kysely<Schema>, id: number, change: Change): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_exports')
    .set({ ...change, beat_at: sql<Date>`now()` })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Rows that go, and the keys of their files; those that expired unless it is one of a user. */
export async function removeExports(
  db: Kysely<Schema>,
  one?: { readonly userId: number; readonly id: number },
): Promise<readonly { readonly blob_key: string | null }[]> {
  const gone = db.deleteFrom('report_exports').returning('blob_key');
  return await (one === undefined
    ? gone.where('expires_at', '<=', sql<Date>`now()`)
    : gone
        .where('company_id', '=', companyOf(one.userId))
        .where('user_id', '=', one.userId)
        .where('id', '=', one.id)
  ).execute();
}
