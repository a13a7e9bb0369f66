import type { Language } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { kindBit, type ObjectKind } from './ObjectKind.ts';
import type { ObjectData } from './parseData.ts';
import type { CheckedGeometry } from './parseGeometry.ts';

/** SQL that changes objects; the caller's transaction holds each together with its audit row. */

export async function nextObjectId(db: Kysely<Schema>, companyId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT new_id(${companyId}::integer, 'geom_seq') AS id`.execute(
    db,
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('no id for a new object');
  return id;
}

export interface NewObject {
  readonly id: number;
  readonly classId: number;
  readonly geometry: CheckedGeometry;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  readonly isPublic: boolean;
  readonly userEmail: string;
  /** In which its reporter reads his mails. */
  readonly reporterLanguage: Language;
  readonly authorId: number | null;
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

/** Keeps `classifiers.kinds` of the owning layer: what it has ever held. */
export async function addKind(db: Kysely<Schema>, classId: number, kind: ObjectKind): Promise<void> {
  const bit = kindBit(kind);
  await db
    .updateTable('classifiers')
    .set({ kinds: sql`kinds | ${bit}::smallint` })
    .where('company_id', '=', companyOf(classId))
    .where('id', '=', classId)
    .where(sql<SqlBool>`kinds & ${bit}::smallint = 0`)
    .execute();
}

export interface ObjectChange {
  readonly classId: number;
  /** Undefined keeps the shape. */
  readonly geometry: CheckedGeometry | undefined;
  readonly name: string;
  readonly description: string;
  readonly data: ObjectData;
  readonly isPublic: boolean;
}

export async function updateObjectRow(db: Kysely<Schema>, id: number, change: ObjectChange): Promise<void> {
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

export async function markDeleted(db: Kysely<Schema>, id: number): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

/** Takes a deletion of at most so many days ago back; false when it is older. */
export async function unmarkDeleted(db: Kysely<Schema>, id: number, days: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('geoms')
    .set({
      deleted_at: null,
      version: sql`version + 1`,
      // An import may have brought the same thing again: then that one keeps the key.
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

/** True when the vote is new; one that was there stays the only one. */
export async function insertVote(db: Kysely<Schema>, id: number, voter: string): Promise<boolean> {
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
