import type { Readable } from 'node:stream';
import type { GeomFile, getGeomImage, ParamsOf, QueryOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import { mayReach } from '../../plugins/rights.ts';
import type { Reader } from '../classifiers/index.ts';
import { getSeenObject, type SeenObject } from '../objects/index.ts';
import { isSigned } from './imageAddress.ts';
import { getPicture } from './pictures.ts';
import { type FileRow, findFileRow, listFileRows } from './repository.ts';
import { isSeenByAnybody, makeAddresses, mayDelete, toGeomFile } from './toGeomFile.ts';

/** An object whose files the actor may see; visitors see thumbnails only (D-PERM). */
async function getObjectWithFiles(db: Kysely<Schema>, reader: Reader, id: number): Promise<SeenObject> {
  const seen = await getSeenObject(db, reader, id);
  if (mayReach(reader.actor, 'seeFiles', seen.owner.owner) !== 'yes') throw new AppError('FORBIDDEN');
  return seen;
}

/** One file of an object that the actor may see. */
export async function getFileOf(
  db: Kysely<Schema>,
  reader: Reader,
  { geometryId, fileId }: { readonly geometryId: number; readonly fileId: number },
): Promise<{ readonly file: FileRow; readonly seen: SeenObject }> {
  const seen = await getObjectWithFiles(db, reader, geometryId);
  const file = await findFileRow(db, fileId);
  if (file?.geometryId !== geometryId) throw new AppError('NOT_FOUND');
  return { file, seen };
}

/** API-FILE-01. */
export async function listFiles(deps: AppDeps, reader: Reader, geometryId: number): Promise<GeomFile[]> {
  const { db } = deps.database;
  const { owner } = await getObjectWithFiles(db, reader, geometryId);
  const addresses = await makeAddresses(db, deps, geometryId);
  const rows = await listFileRows(db, geometryId);
  return await Promise.all(
    rows.map((row) => toGeomFile(row, { addresses, canDelete: mayDelete(reader.actor, owner.owner, row) })),
  );
}

/** API-FILE-05: for whoever may see the object. */
export async function listImages(deps: AppDeps, reader: Reader, geometryId: number): Promise<string[]> {
  const { db } = deps.database;
  await getSeenObject(db, reader, geometryId);
  const images = (await listFileRows(db, geometryId)).filter(({ isImage }) => isImage);
  if (images.length === 0) return [];
  const addresses = await makeAddresses(db, deps, geometryId);
  const found = await Promise.all(images.map(addresses));
  return found.flatMap((image) => (image === null ? [] : [image.thumbnail]));
}

/** API-FILE-03: the bytes as they were uploaded. */
export async function openFile(
  { database, storage }: AppDeps,
  reader: Reader,
  key: { readonly geometryId: number; readonly fileId: number },
): Promise<{ readonly file: FileRow; readonly bytes: Readable }> {
  const { file } = await getFileOf(database.db, reader, key);
  const bytes = await storage.blobs.find(file.blobKey);
  if (bytes === undefined) throw new Error(`the blob of file ${file.id} is missing`);
  return { file, bytes };
}

/** D-FILE-03: a picture for `img`, which sends no token: of an object that anybody may see, or by a signed address. */
export async function readImage(
  deps: AppDeps,
  { fileId, size }: ParamsOf<typeof getGeomImage>,
  signature: QueryOf<typeof getGeomImage>,
): Promise<Buffer> {
  const { db } = deps.database;
  const file = await findFileRow(db, fileId);
  if (file === undefined || !file.isImage) throw new AppError('NOT_FOUND');
  const isAllowed =
    (await isSigned({ ...deps, db }, { fileId, size }, signature)) ||
    (await isSeenByAnybody(db, file.geometryId));
  if (!isAllowed) throw new AppError('NOT_FOUND');
  return await getPicture(deps.storage, { blobKey: file.blobKey, size });
}
