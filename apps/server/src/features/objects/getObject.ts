import { type ObjectId, referenceOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { findMergedInto } from '../../objects/findMergedInto.ts';
import { getVisibleObject, type VisibleObject } from '../../objects/getVisibleObject.ts';

/** @throws OBJECT_MERGED for a merged object, with the one to open instead; NOT_FOUND as everywhere. */
export async function getObject(db: Kysely<Schema>, reader: Reader, id: ObjectId): Promise<VisibleObject> {
  try {
    return await getVisibleObject(db, reader, id);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error;
    const mergedInto = await findMergedInto(db, reader, id);
    if (mergedInto === undefined) throw error;
    throw new AppError('OBJECT_MERGED', {
      current: { id: mergedInto },
      values: { number: referenceOf(mergedInto) },
    });
  }
}
