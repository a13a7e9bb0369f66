import type { GeomFile, ObjectId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Actor } from '../../access/Actor.ts';
import { type Owner, permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import type { FileRow } from './fileRows.ts';
import { openAddress, signedAddress, validUntil } from './images/imageAddress.ts';

/**
 * Makes the addresses of an object's images: plain ones where anybody may see it, else signed ones (D-FILE-03). Users
 * who see its files get signed addresses of what is hidden or pixelated for the public, which lead to the original.
 */
export type Addresses = (file: FileRow) => Promise<GeomFile['images']>;

export async function makeAddresses(
  db: Kysely<Schema>,
  { clock, secrets }: AppDeps,
  { geometryId, seesFiles }: { readonly geometryId: ObjectId; readonly seesFiles: boolean },
): Promise<Addresses> {
  const isOpen = await isPublicObject(db, geometryId);
  const until = await validUntil(db, clock);
  return async ({ id: fileId, isImage, isHidden, boxes }) => {
    if (!isImage || (isHidden && !seesFiles)) return null;
    const isPlain = isOpen && (!seesFiles || (!isHidden && boxes.length === 0));
    const address = async (size: 'thumbnail' | 'preview') =>
      isPlain
        ? openAddress({ fileId, size })
        : await signedAddress(secrets, { fileId, size, isMasked: !seesFiles }, until);
    return { thumbnail: await address('thumbnail'), preview: await address('preview') };
  };
}

/** True when a visitor who has never been here may see the object. */
export async function isPublicObject(db: Kysely<Schema>, geometryId: ObjectId): Promise<boolean> {
  const actor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
  try {
    await getVisibleObject(db, { actor, language: 'en' }, geometryId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

export function mayDelete(actor: Actor, owner: Owner, { addedBy }: FileRow): boolean {
  const permission = permissionFor(actor, 'deleteFiles', owner);
  return permission === 'yes' || (permission === 'own' && actor.kind === 'user' && addedBy === actor.userId);
}

export async function toGeomFile(
  row: FileRow,
  { addresses, canDelete }: { readonly addresses: Addresses; readonly canDelete: boolean },
): Promise<GeomFile> {
  const { id, geometryId, name, description, size, mime, isImage, isHidden, boxes, addedAt } = row;
  return {
    id,
    geometryId,
    fileId: id,
    name,
    description,
    added: addedAt.toISOString(),
    size,
    mime,
    isImage,
    canDelete,
    isHidden,
    boxes: [...boxes],
    images: await addresses(row),
  };
}
