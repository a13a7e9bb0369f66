import {
  type CompanyId,
  companyOf,
  limits,
  type ObjectId,
  rootClassifierIds,
  type StatusId,
  type UserId,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import { updateCaseStates } from '../../cases/caseRows.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';

export interface NewComment {
  readonly content: string;
  readonly statusId: StatusId;
  readonly isPublic: boolean;
  /** Null of a reporter. */
  readonly authorId: UserId | null;
  readonly authorName: string;
}

/** Adds the same comment to objects of one company; returns its id by object. */
export async function insertComments(
  db: Kysely<Schema>,
  objectIds: readonly ObjectId[],
  comment: NewComment,
): Promise<Map<number, number>> {
  const companyId = companyOf(objectIds[0] ?? 0);
  // clock_timestamp() instead of now(): of two transactions that wait for the object's lock the second adds the newer
  // comment, whichever began first.
  const { rows } = await sql<{ id: number; objectId: ObjectId }>`
    INSERT INTO comments (company_id, id, geom_id, content, status_id, is_public, author_id, author_name, by_reporter, added_at)
    SELECT ${companyId}::integer, ${newId(companyId, 'comment_seq')}, object_id, ${comment.content}::text,
           ${comment.statusId}::bigint, ${comment.isPublic}::boolean, ${comment.authorId}::bigint,
           ${comment.authorName}::text, ${comment.authorId === null}::boolean, clock_timestamp()
    FROM unnest(${objectIds}::bigint[]) AS object_id
    RETURNING id, geom_id AS "objectId"`.execute(db);
  return new Map(rows.map(({ id, objectId }) => [objectId, id]));
}

/** Marks comments as deleted; returns the objects of those that were not deleted before. */
export async function markCommentsDeleted(db: Kysely<Schema>, ids: readonly number[]): Promise<number[]> {
  const rows = await db
    .updateTable('comments')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', companyOf(ids[0] ?? 0))
    .where(sql<SqlBool>`id = ANY(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .returning('geom_id')
    .execute();
  return rows.map(({ geom_id }) => geom_id);
}

/** Throws unless each object can take one more comment; call it while the objects are locked. */
export async function requireCommentRoom(db: Kysely<Schema>, objectIds: readonly ObjectId[]): Promise<void> {
  const limit = limits.commentsPerObject;
  const full = await db
    .selectFrom('comments')
    .select('geom_id')
    .where('company_id', '=', companyOf(objectIds[0] ?? 0))
    .where(sql<SqlBool>`geom_id = ANY(${objectIds}::bigint[])`)
    .where('deleted_at', 'is', null)
    .groupBy('geom_id')
    .having((eb) => eb.fn.countAll<number>(), '>=', limit)
    .executeTakeFirst();
  if (full !== undefined) throw new AppError('TOO_MANY_COMMENTS', { values: { limit } });
}

/**
 * D-CLS-03: sets the two columns of objects to the newest public comment and the newest of any. Cases follow. Comments that a
 * merge has moved here tell of another object's status.
 */
export async function updateLatestComments(
  db: Kysely<Schema>,
  objectIds: readonly ObjectId[],
): Promise<void> {
  const newest = (onlyPublic: boolean) => sql<number | null>`(
    SELECT m.id FROM comments AS m
    WHERE m.company_id = geoms.company_id AND m.geom_id = geoms.id AND m.deleted_at IS NULL
      AND m.merged_from IS NULL ${onlyPublic ? sql`AND m.is_public` : sql``}
    ORDER BY m.added_at DESC, m.id DESC LIMIT 1)`;
  await db
    .updateTable('geoms')
    .set({ latest_comment_id: newest(false), latest_public_comment_id: newest(true) })
    .where('company_id', '=', companyOf(objectIds[0] ?? 0))
    .where(sql<SqlBool>`id = ANY(${objectIds}::bigint[])`)
    .execute();
  await updateCaseStates(db, objectIds);
}

/** True for a comment status of the company that is not deleted. */
export async function isCommentStatus(
  db: Kysely<Schema>,
  { companyId, statusId }: { companyId: CompanyId; statusId: StatusId },
): Promise<boolean> {
  const row = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', statusId)
    .where('kind', '=', 'status')
    .where('parent_id', '=', rootClassifierIds.commentStatuses)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
