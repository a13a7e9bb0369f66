import type { ObjectId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getVisibleObject } from '../../../objects/getVisibleObject.ts';

const actor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

/** The objects that a visitor sees, through their layer or through one of its views. */
export async function listPublicIds(
  db: Kysely<Schema>,
  ids: readonly ObjectId[],
): Promise<ReadonlySet<ObjectId>> {
  const publicIds = new Set<ObjectId>();
  for (const id of ids)
    try {
      await getVisibleObject(db, { actor, language: 'en' }, id);
      publicIds.add(id);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    }
  return publicIds;
}
