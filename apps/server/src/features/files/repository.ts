import { type Kysely, sql, type Transaction } from 'kysely';
import { companyOf, newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

/** A file of an object, as it is kept. */
export interface FileRow {
  readonly id: number;
  readonly geometryId: number;
  readonly blobKey: string;
  readonly name: string;
  readonly description: string;
  readonly size: number;
  readonly mime: string;
  readonly isImage: boolean;
  readonly addedBy: number | null;
  readonly addedAt: Date;
}

const columns = [
  'id',
  'geom_id as geometryId',
  'blob_key as blobKey',
  'name',
  'description',
  'size',
  'mime',
  'is_image as isImage',
  'added_by as addedBy',
  'added_at as addedAt',
] as const;

/** Newest first. */
export const listFileRows = (db: Kysely<Schema>, geometryId: number): Promise<FileRow[]> =>
  db
    .selectFrom('geom_files')
    .where('company_id', '=', companyOf(geometryId))
    .where('geom_id', '=', geometryId)
    .select(columns)
    .orderBy('id', 'desc')
    .execute();

export const findFileRow = (db: Kysely<Schema>, id: number): Promise<FileRow | undefined> =>
  db
    .selectFrom('geom_files')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();

export type NewFile = Omit<FileRow, 'id' | 'addedAt'>;

export const insertFile = (db: Transaction<Schema>, file: NewFile): Promise<FileRow> =>
  db
    .insertInto('geom_files')
    .values({
      company_id: companyOf(file.geometryId),
      id: newId(companyOf(file.geometryId), 'file_seq'),
      geom_id: file.geometryId,
      blob_key: file.blobKey,
      name: file.name,
      description: file.description,
      size: file.size,
      mime: file.mime,
      is_image: file.isImage,
      added_by: file.addedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** False when somebody else was faster. */
export async function deleteFileRow(db: Transaction<Schema>, { id }: FileRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('geom_files')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Blobs without a row, from before they are written until their row is there, and after it is deleted. */
export async function addLooseBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  await db
    .insertInto('loose_blobs')
    .values(keys.map((blob_key) => ({ blob_key })))
    .execute();
}

/** When their rows are there; gives how many of them no sweep had taken yet. */
export async function tieLooseBlobs(db: Transaction<Schema>, keys: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('loose_blobs')
    .where('blob_key', 'in', keys)
    .where('since', '>', sql<Date>`'-infinity'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** When they are removed. */
export async function forgetLooseBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('loose_blobs').where('blob_key', 'in', keys).execute();
}

/** For removing them: from then on they get no row any more, also when removing breaks off and is done later. */
export async function takeLooseBlobs(
  db: Kysely<Schema>,
  { olderThanS, limit }: { readonly olderThanS: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE loose_blobs SET since = '-infinity' WHERE blob_key IN (
      SELECT blob_key FROM loose_blobs WHERE since <= now() - make_interval(secs => ${olderThanS})
      ORDER BY since LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING blob_key AS key`.execute(db);
  return rows.map(({ key }) => key);
}
