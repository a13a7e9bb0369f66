import { rootClassifierIds } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf, newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

export interface NewComment {
  readonly objectId: number;
  readonly content: string;
  readonly statusId: number;
  readonly isPublic: boolean;
  readonly authorId: number;
  readonly authorName: string;
}

export async function insertComment(db: Kysely<Schema>, comment: NewComment): Promise<number> {
  const companyId = companyOf(comment.objectId);
  const { id } = await db
    .insertInto('comments')
    .values({
      company_id: companyId,
      id: newId(companyId, 'comment_seq'),
      geom_id: comment.objectId,
      content: comment.content,
      status_id: comment.statusId,
      is_public: comment.isPublic,
      author_id: comment.authorId,
      author_name: comment.authorName,
      // Not now(): of two that wait for the object's lock the second is the newer one, whenever it began.
      added_at: sql<Date>`clock_timestamp()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** False when somebody was faster. */
export async function markCommentDeleted(db: Kysely<Schema>, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comments')
    .set({ deleted_at: sql`now()` })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function countComments(db: Kysely<Schema>, objectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyOf(objectId))
    .where('geom_id', '=', objectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** D-CLS-03: sets the two columns of an object to its newest public comment and its newest of any. */
export async function keepLatestComments(db: Kysely<Schema>, objectId: number): Promise<void> {
  const newest = (onlyPublic: boolean) => sql<number | null>`(
    SELECT m.id FROM comments AS m
    WHERE m.company_id = geoms.company_id AND m.geom_id = geoms.id AND m.deleted_at IS NULL
      ${onlyPublic ? sql`AND m.is_public` : sql``}
    ORDER BY m.added_at DESC, m.id DESC LIMIT 1)`;
  await db
    .updateTable('geoms')
    .set({ latest_comment_id: newest(false), latest_public_comment_id: newest(true) })
    .where('company_id', '=', companyOf(objectId))
    .where('id', '=', objectId)
    .execute();
}

/** Whether it is a living comment status of the company. */
export async function isCommentStatus(
  db: Kysely<Schema>,
  { companyId, statusId }: { companyId: number; statusId: number },
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
