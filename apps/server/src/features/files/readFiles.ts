import type { Readable } from 'node:stream';
import type {
  FileId,
  GeomFile,
  getGeomImage,
  ObjectId,
  ParamsOf,
  QueryOf,
  ReporterPage,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { getVisibleObject, type VisibleObject } from '../../objects/getVisibleObject.ts';
import { type FileRow, findFileRow, listFileRows } from './fileRows.ts';
import { getDerivedImage } from './images/derivedImages.ts';
import { isSigned } from './images/imageAddress.ts';
import { getMaskedImage } from './images/maskedImages.ts';
import { isPublicObject, makeAddresses, mayDelete, toGeomFile } from './toGeomFile.ts';

/** Returns an object whose files the actor may see; visitors see thumbnails only (D-PERM). */
async function getObjectWithFiles(db: Kysely<Schema>, reader: Reader, id: ObjectId): Promise<VisibleObject> {
  const object = await getVisibleObject(db, reader, id);
  if (permissionFor(reader.actor, 'seeFiles', object.owner.owner) !== 'yes') throw new AppError('FORBIDDEN');
  return object;
}

/** Returns a file of an object that the actor may see. */
export async function getFileOf(
  db: Kysely<Schema>,
  reader: Reader,
  { geometryId, fileId }: { readonly geometryId: ObjectId; readonly fileId: FileId },
): Promise<{ readonly file: FileRow; readonly object: VisibleObject }> {
  const object = await getObjectWithFiles(db, reader, geometryId);
  const file = await findFileRow(db, fileId);
  if (file?.geometryId !== geometryId) throw new AppError('NOT_FOUND');
  return { file, object };
}

/** API-FILE-01. */
export async function listFiles(deps: AppDeps, reader: Reader, geometryId: ObjectId): Promise<GeomFile[]> {
  const { db } = deps.database;
  const { owner } = await getObjectWithFiles(db, reader, geometryId);
  const addresses = await makeAddresses(db, deps, { geometryId, seesFiles: true });
  const rows = await listFileRows(db, geometryId);
  return await Promise.all(
    rows.map((row) => toGeomFile(row, { addresses, canDelete: mayDelete(reader.actor, owner.owner, row) })),
  );
}

/** API-FILE-05: for everybody who may see the object; who does not see its files gets what the public gets. */
export async function listImages(deps: AppDeps, reader: Reader, geometryId: ObjectId): Promise<string[]> {
  const { db } = deps.database;
  const { owner } = await getVisibleObject(db, reader, geometryId);
  const seesFiles = permissionFor(reader.actor, 'seeFiles', owner.owner) === 'yes';
  const images = (await listFileRows(db, geometryId)).filter(({ isImage }) => isImage);
  if (images.length === 0) return [];
  const addresses = await makeAddresses(db, deps, { geometryId, seesFiles });
  const found = await Promise.all(images.map(addresses));
  return found.flatMap((image) => (image === null ? [] : [image.thumbnail]));
}

/** The images of an object as the public gets them, oldest first, with addresses for whoever may see the object. */
export async function listPublicImages(deps: AppDeps, geometryId: ObjectId): Promise<ReporterPage['images']> {
  const { db } = deps.database;
  const rows = (await listFileRows(db, geometryId)).toReversed();
  const addresses = await makeAddresses(db, deps, { geometryId, seesFiles: false });
  const found = await Promise.all(
    rows.map(async (row) => ({ image: await addresses(row), isAfter: row.addedBy !== null })),
  );
  return found.flatMap(({ image, isAfter }) => (image === null ? [] : [{ ...image, isAfter }]));
}

/** API-FILE-03: the bytes as they were uploaded. */
export async function openFile(
  { database, storage }: AppDeps,
  reader: Reader,
  key: { readonly geometryId: ObjectId; readonly fileId: FileId },
): Promise<{ readonly file: FileRow; readonly bytes: Readable }> {
  const { file } = await getFileOf(database.db, reader, key);
  const bytes = await storage.blobs.find(file.blobKey);
  if (bytes === undefined) throw new Error(`the blob of file ${file.id} is missing`);
  return { file, bytes };
}

/**
 * D-FILE-03: serves an image for `img`, which sends no token: of an object that anybody may see, or by a signed address.
 * The original is for addresses that were signed for it.
 */
export async function readImage(
  deps: AppDeps,
  { fileId, size }: ParamsOf<typeof getGeomImage>,
  { masked, ...signature }: QueryOf<typeof getGeomImage>,
): Promise<Buffer> {
  const { db } = deps.database;
  const isMasked = masked === 1;
  const file = await findFileRow(db, fileId);
  if (file === undefined || !file.isImage) throw new AppError('NOT_FOUND');
  const { blobKey, boxes, isHidden, geometryId } = file;
  const isSignedFor = await isSigned({ ...deps, db }, { fileId, size, isMasked }, signature);
  if (isSignedFor && !isMasked) return await getDerivedImage(deps.storage, { blobKey, size });
  if (isHidden || !(isSignedFor || (await isPublicObject(db, geometryId)))) throw new AppError('NOT_FOUND');
  return await getMaskedImage(deps.storage, { blobKey, size, boxes });
}
