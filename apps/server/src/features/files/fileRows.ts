import { companyOf, type FileId, type ImageBox, type ObjectId, type UserId } from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

/** Row of an attached file. */
export interface FileRow {
  readonly id: FileId;
  readonly geometryId: ObjectId;
  readonly blobKey: string;
  readonly name: string;
  readonly description: string;
  readonly size: number;
  readonly mime: string;
  readonly isImage: boolean;
  /** The public does not get the image. */
  readonly isHidden: boolean;
  readonly boxes: readonly ImageBox[];
  readonly addedBy: UserId | null;
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
  'is_hidden as isHidden',
  'boxes',
  'added_by as addedBy',
  'added_at as addedAt',
] as const;

/** Lists the files of an object, newest first. */
export const listFileRows = (db: Kysely<Schema>, geometryId: ObjectId): Promise<FileRow[]> =>
  db
    .selectFrom('geom_files')
    .where('company_id', '=', companyOf(geometryId))
    .where('geom_id', '=', geometryId)
    .select(columns)
    .orderBy('id', 'desc')
    .execute();

export const findFileRow = (db: Kysely<Schema>, id: FileId): Promise<FileRow | undefined> =>
  db
    .selectFrom('geom_files')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst();

export type NewFile = Omit<FileRow, 'id' | 'addedAt' | 'boxes'>;

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
      is_hidden: file.isHidden,
      added_by: file.addedBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Returns false when the row was already deleted. */
export async function deleteFileRow(db: Transaction<Schema>, { id }: FileRow): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('geom_files')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Writes what the public gets of an image. */
export async function lockFile(db: Transaction<Schema>, id: FileId): Promise<void> {
  await db
    .selectFrom('geom_files')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

export async function updatePublicImage(
  db: Transaction<Schema>,
  { id, isHidden, boxes }: Pick<FileRow, 'id' | 'isHidden' | 'boxes'>,
): Promise<void> {
  await db
    .updateTable('geom_files')
    .set({ is_hidden: isHidden, boxes: JSON.stringify(boxes) })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}
