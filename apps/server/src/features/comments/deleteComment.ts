import type { CommentId } from '@pgis/contract';
import type { Database } from '../../db/Database.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import type { CommentRequest } from './addComment.ts';
import { markCommentsDeleted, updateLatestComments } from './commentRows.ts';

/** API-COMM-02: the object's status becomes that of the comment before. */
export async function deleteComment(
  database: Database,
  request: CommentRequest & { readonly commentId: CommentId },
): Promise<void> {
  const { actor, objectId, commentId, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const { comments, row, owner } = await getVisibleObject(db, request, objectId, { forUpdate: true });
    const comment = comments.find(({ id }) => id === commentId);
    if (comment === undefined) throw new AppError('NOT_FOUND');
    if (!comment.canDelete) throw new AppError('FORBIDDEN');
    // The object was locked, its comments were not read under the lock.
    if ((await markCommentsDeleted(db, [commentId])).length === 0) throw new AppError('NOT_FOUND');
    await updateLatestComments(db, [objectId]);
    const { content, statusId, isPublic } = comment;
    await auditObject(db, {
      actor,
      requestId,
      action: 'COMMENT_DELETED',
      owner,
      id: objectId,
      name: row.name,
      details: { old: { commentId, content, statusId, isPublic } },
    });
  });
}
