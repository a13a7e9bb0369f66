import type { GeomFile } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Actor } from '../../plugins/Actor.ts';
import { mayReach, type Owner } from '../../plugins/rights.ts';
import { getSeenObject } from '../objects/index.ts';
import { openAddress, signedAddress, validUntil } from './imageAddress.ts';
import type { FileRow } from './repository.ts';

/** Gives the addresses of an object's pictures: plain ones where anybody may see it, else signed ones (D-FILE-03). */
export type Addresses = (file: FileRow) => Promise<GeomFile['images']>;

export async function makeAddresses(
  db: Kysely<Schema>,
  { clock, secrets }: AppDeps,
  geometryId: number,
): Promise<Addresses> {
  const isOpen = await isSeenByAnybody(db, geometryId);
  const until = isOpen ? 0 : await validUntil(db, clock);
  return async ({ id: fileId, isImage }) => {
    if (!isImage) return null;
    const address = async (size: 'thumbnail' | 'preview') =>
      isOpen ? openAddress({ fileId, size }) : await signedAddress(secrets, { fileId, size }, until);
    return { thumbnail: await address('thumbnail'), preview: await address('preview') };
  };
}

/** Whether a visitor who has never been here finds the object. */
export async function isSeenByAnybody(db: Kysely<Schema>, geometryId: number): Promise<boolean> {
  const actor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
  try {
    await getSeenObject(db, { actor, language: 'en' }, geometryId);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return false;
    throw error;
  }
}

export function mayDelete(actor: Actor, owner: Owner, { addedBy }: FileRow): boolean {
  const reach = mayReach(actor, 'deleteFiles', owner);
  return reach === 'yes' || (reach === 'own' && actor.kind === 'user' && addedBy === actor.userId);
}

export async function toGeomFile(
  row: FileRow,
  { addresses, canDelete }: { readonly addresses: Addresses; readonly canDelete: boolean },
): Promise<GeomFile> {
  const { id, geometryId, name, description, size, mime, isImage, addedAt } = row;
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
    images: await addresses(row),
  };
}
