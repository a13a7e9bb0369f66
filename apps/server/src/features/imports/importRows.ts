import { companyOf, type Import, type ImportId, limits, type UserId } from '@pgis/contract';
import { type Kysely, sql, type UpdateObject } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import { newId } from '../../db/newId.ts';
import type { ImportSample, Schema, StoredImportFile } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { addPendingBlobs } from '../../storage/pendingBlobs.ts';
import type { UploadStore } from '../../storage/UploadStore.ts';

const columns = [
  'id',
  'company_id',
  'user_id',
  'session_id',
  'language',
  'request_id',
  'state',
  'files',
  'reading',
  'inspection',
  'settings',
  'layer_id',
  'is_new_layer',
  'rows_done',
  'rows_total',
  'result',
  'skipped',
  'rows_key',
  'error',
  'comparison',
  'choice',
  'created_at',
  'finished_at',
  'expires_at',
] as const;

const large = ['inspection', 'settings', 'skipped', 'choice'] as const;
type Listed = Exclude<(typeof columns)[number], (typeof large)[number]>;
const listedColumns = columns.filter((name): name is Listed => !large.some((one) => one === name));

export type ImportRow = Awaited<ReturnType<typeof selectOne>>;

const selectOne = (db: Kysely<Schema>) => db.selectFrom('imports').select(columns).executeTakeFirstOrThrow();

/** Payload of both jobs; the row holds everything else. */
export type ImportPayload = Readonly<{ importId: ImportId }>;

/** Wire form of an import; the bytes of files that are still arriving are counted on the disk. */
export async function toImport(row: ImportRow, uploads: UploadStore): Promise<Import> {
  const files = await Promise.all(
    row.files.map(async ({ name, size, key, isStored }) => ({
      name,
      size,
      received: isStored ? size : await uploads.sizeOf(key),
    })),
  );
  return {
    id: row.id,
    state: row.state === 'cancelled' ? 'failed' : row.state,
    files,
    progress: row.rows_done === null ? null : { done: row.rows_done, total: row.rows_total },
    inspection: row.inspection,
    isComparison: row.comparison !== null || row.settings?.target.kind === 'compare',
    comparison: row.comparison,
    result: row.result,
    failure: row.error,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

export const insertImport = (
  db: Kysely<Schema>,
  {
    actor,
    requestId,
    files,
  }: {
    readonly actor: UserActor;
    readonly requestId: string;
    readonly files: readonly StoredImportFile[];
  },
): Promise<ImportRow> =>
  db
    .insertInto('imports')
    .values({
      company_id: actor.companyId,
      id: newId(actor.companyId, 'import_seq'),
      user_id: actor.userId,
      session_id: actor.sessionId,
      language: actor.language,
      request_id: requestId,
      files: JSON.stringify(files),
      expires_at: inDays(limits.import.fileDays),
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

export const inDays = (days: number) => sql<Date>`now() + make_interval(days => ${days}::integer)`;

const ownImports = (db: Kysely<Schema>, userId: UserId) =>
  db
    .selectFrom('imports')
    .select(columns)
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('state', '!=', 'cancelled')
    .where('expires_at', '>', sql<Date>`now()`);

/** Without their inspections, settings and skipped rows, which are large. */
export async function listOwnImports(db: Kysely<Schema>, userId: UserId): Promise<ImportRow[]> {
  const rows = await ownImports(db, userId)
    .clearSelect()
    .select(listedColumns)
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, inspection: null, settings: null, skipped: null, choice: null }));
}

/** @throws NOT_FOUND for an import of somebody else, too. */
export async function getOwnImport(
  db: Kysely<Schema>,
  { userId }: Pick<UserActor, 'userId'>,
  id: ImportId,
  { locks = false } = {},
): Promise<ImportRow> {
  const query = ownImports(db, userId).where('id', '=', id);
  const row = await (locks ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) throw new AppError('NOT_FOUND');
  return row;
}

/** The sample is large and only asked for by itself. */
export async function readSample(
  db: Kysely<Schema>,
  { id }: Pick<ImportRow, 'id'>,
): Promise<ImportSample | null> {
  const row = await db
    .selectFrom('imports')
    .select('sample')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.sample ?? null;
}

/** Returns the import of a job; undefined when it was deleted meanwhile. */
export const findImport = (db: Kysely<Schema>, id: ImportId): Promise<ImportRow | undefined> =>
  db
    .selectFrom('imports')
    .select(columns)
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .executeTakeFirst();

export async function countUnfinished(db: Kysely<Schema>, userId: UserId): Promise<number> {
  const { count } = await db
    .selectFrom('imports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('state', 'not in', ['done', 'failed'])
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return count;
}

type Change = UpdateObject<Schema, 'imports'>;

/** Changes an import that is in a given state; returns the new row, undefined when it has left that state. */
export const changeImport = (
  db: Kysely<Schema>,
  { id, state }: { readonly id: ImportId; readonly state: ImportRow['state'] },
  change: Change,
): Promise<ImportRow | undefined> =>
  db
    .updateTable('imports')
    .set(change)
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where('state', '=', state)
    .returning(columns)
    .executeTakeFirst();

/** Deletes a row with what it was compared to and was not applied; its blobs become orphaned, and the next sweep deletes them. */
export async function deleteImportRow(db: Kysely<Schema>, row: ImportRow): Promise<void> {
  await db.deleteFrom('imports').where('company_id', '=', row.company_id).where('id', '=', row.id).execute();
  await deleteComparison(db, row.id);
  await orphanBlobs(db, row);
}

/** Applied differences stay: they are what an undo writes back. */
export async function deleteComparison(db: Kysely<Schema>, id: ImportId): Promise<void> {
  await db
    .deleteFrom('import_changes')
    .where('company_id', '=', companyOf(id))
    .where('import_id', '=', id)
    .where('change_id', 'is', null)
    .execute();
}

/** Deletes what the imports of deleted users have left. */
export async function deleteLeftComparisons(db: Kysely<Schema>): Promise<void> {
  await sql`DELETE FROM import_changes AS c WHERE change_id IS NULL AND NOT EXISTS (
    SELECT FROM imports AS i WHERE i.company_id = c.company_id AND i.id = c.import_id)`.execute(db);
}

export async function orphanBlobs(
  db: Kysely<Schema>,
  { files, rows_key }: Pick<ImportRow, 'files' | 'rows_key'>,
): Promise<void> {
  const keys = files.filter(({ isStored }) => isStored).map(({ key }) => key);
  if (rows_key !== null) keys.push(rows_key);
  if (keys.length > 0) await addPendingBlobs(db, keys);
}

/** Deletes imports whose time is over. */
export async function deleteExpiredImports(db: Kysely<Schema>): Promise<void> {
  const rows = await db
    .selectFrom('imports')
    .select(columns)
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('state', 'not in', ['importing', 'cancelled'])
    .limit(1_000)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const row of rows) await deleteImportRow(db, row);
}
