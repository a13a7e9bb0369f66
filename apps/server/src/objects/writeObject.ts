import {
  type CompanyId,
  companyOf,
  type Language,
  type LayerId,
  type ObjectId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { kindBit, type ObjectKind } from '../layers/ObjectKind.ts';
import type { ObjectData } from './parseData.ts';
import type { CheckedGeometry } from './parseGeometry.ts';

/** SQL that changes objects. The caller writes the row of the log in the same transaction. */

export async function nextObjectId(db: Kysely<Schema>, companyId: CompanyId): Promise<ObjectId> {
  const { rows } = await sql<{
    id: ObjectId;
  }>`SELECT new_id(${companyId}::integer, 'geom_seq') AS id`.execute(db);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no id for a new object');
  return id;
}

export interface NewObject {
  readonly id: ObjectId;
  readonly classId: LayerId;
  readonly geometry: CheckedGeometry;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  readonly isPublic: boolean;
  readonly userEmail: string;
  /** Language of the mails to its reporter. */
  readonly reporterLanguage: Language;
  readonly authorId: UserId | null;
  readonly visitorId: string | null;
  readonly review: 'waiting' | null;
}

const toGeometry = ({ wkt }: CheckedGeometry) => sql`ST_GeomFromText(${wkt}, 3857)`;

export async function insertObject(db: Kysely<Schema>, object: NewObject): Promise<void> {
  await db
    .insertInto('geoms')
    .values({
      company_id: companyOf(object.id),
      id: object.id,
      class_id: object.classId,
      kind: object.geometry.kind,
      geom: toGeometry(object.geometry),
      name: object.name,
      description: object.description,
      data: JSON.stringify(object.data),
      is_public: object.isPublic,
      user_email: object.userEmail,
      reporter_language: object.userEmail === '' ? null : object.reporterLanguage,
      author_id: object.authorId,
      visitor_id: object.visitorId,
      review: object.review,
    })
    .execute();
}

/** Notes in `classifiers.kinds` of the owning layer that it holds, or has held, an object of this kind. */
export const addKind = (db: Kysely<Schema>, layerId: LayerId, kind: ObjectKind): Promise<void> =>
  addKinds(db, layerId, kindBit(kind));

/** Notes several kinds at once, as bits. A layer that has them all is not written, so that imports do not wait for it. */
export async function addKinds(db: Kysely<Schema>, layerId: LayerId, bits: number): Promise<void> {
  await db
    .updateTable('classifiers')
    .set({ kinds: sql`kinds | ${bits}::smallint` })
    .where('company_id', '=', companyOf(layerId))
    .where('id', '=', layerId)
    .where(sql<SqlBool>`kinds & ${bits}::smallint <> ${bits}::smallint`)
    .execute();
}

export interface ObjectChange {
  readonly classId: LayerId;
  /** New shape; undefined keeps the stored one. */
  readonly geometry: CheckedGeometry | undefined;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  readonly isPublic: boolean;
}

export async function updateObjectRow(db: Kysely<Schema>, id: ObjectId, change: ObjectChange): Promise<void> {
  await db
    .updateTable('geoms')
    .set({
      class_id: change.classId,
      ...(change.geometry && { geom: toGeometry(change.geometry) }),
      name: change.name,
      description: change.description,
      data: JSON.stringify(change.data),
      is_public: change.isPublic,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

export async function markDeleted(db: Kysely<Schema>, id: ObjectId): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ deleted_at: sql`now()`, version: sql`version + 1`, change_id: null })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

/** Restores an object deleted at most `days` ago; returns false when the deletion is older. */
export async function unmarkDeleted(db: Kysely<Schema>, id: ObjectId, days: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('geoms')
    .set({
      deleted_at: null,
      version: sql`version + 1`,
      // If an import has added the same thing again meanwhile, the newer object keeps the key.
      import_key: sql`CASE WHEN EXISTS (
        SELECT 1 FROM geoms AS other WHERE other.company_id = geoms.company_id AND other.class_id = geoms.class_id
          AND other.import_key = geoms.import_key AND other.deleted_at IS NULL) THEN NULL ELSE import_key END`,
    })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where(sql<SqlBool>`deleted_at > now() - make_interval(days => ${days}::integer)`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Adds a vote and returns true; a second vote of the same voter returns false and changes nothing. */
export async function insertVote(db: Kysely<Schema>, id: ObjectId, voter: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('upvotes')
    .values({ company_id: companyOf(id), geom_id: id, voter })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await db
    .updateTable('geoms')
    .set({ upvote_count: sql`upvote_count + 1` })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
  return true;
}
