import { companyOf, type ObjectId, referenceOf } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import type { Reader } from '../layers/readVisibleNodes.ts';
import { getVisibleObject, type VisibleObject } from './getVisibleObject.ts';
import { withComputed } from './references/withComputed.ts';

/** @throws OBJECT_MERGED for a merged object, with the one to open instead; NOT_FOUND as everywhere. */
export async function getObject(db: Kysely<Schema>, reader: Reader, id: ObjectId): Promise<VisibleObject> {
  try {
    return await withComputed(db, reader, await getVisibleObject(db, reader, id));
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

/**
 * The object as which a merged one goes on, however often it was merged; undefined unless the actor may see both: neither
 * says anything about the other to those who may not.
 */
export async function findMergedInto(
  db: Kysely<Schema>,
  reader: Reader,
  id: ObjectId,
): Promise<ObjectId | undefined> {
  const { rows } = await sql<{ id: ObjectId }>`
    WITH RECURSIVE chain (id, merged_into) AS (
      SELECT id, merged_into FROM geoms WHERE company_id = ${companyOf(id)}::integer AND id = ${id}::bigint
      UNION
      SELECT g.id, g.merged_into FROM chain JOIN geoms AS g
        ON g.company_id = ${companyOf(id)}::integer AND g.id = chain.merged_into
    ) SELECT id FROM chain WHERE merged_into IS NULL AND id <> ${id}::bigint`.execute(db);
  const [last] = rows;
  if (last === undefined) return undefined;
  try {
    await getVisibleObject(db, reader, id, { mergedToo: true });
    await getVisibleObject(db, reader, last.id);
    return last.id;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
