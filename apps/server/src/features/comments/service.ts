import type { addComment as addCommentCall, BodyOf, Comment } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import { queueReporterMail } from '../../mail/queueReporterMail.ts';
import type { Reader } from '../classifiers/index.ts';
import { auditObject, getSeenObject, toComment } from '../objects/index.ts';
import {
  hasRoomForComment,
  insertComments,
  isCommentStatus,
  keepLatestComments,
  markCommentsDeleted,
} from './repository.ts';

interface CommentRequest extends Reader {
  readonly objectId: number;
  readonly requestId: string;
}

/** API-COMM-01. Comments of one object go one after the other, so its status is that of the last one (D-CLS-03). */
export async function addComment(
  { database, clock }: AppDeps,
  request: CommentRequest & { readonly body: BodyOf<typeof addCommentCall> },
): Promise<Comment> {
  const { actor, objectId, requestId, body } = request;
  const { content, statusId, isPublic = false } = body;
  return await inTransaction(database, {}, async (db) => {
    const { rights, row, owner } = await getSeenObject(db, request, objectId, { forUpdate: true });
    if (!rights.comments || actor.kind === 'anonymous') throw new AppError('FORBIDDEN');
    if (!(await isCommentStatus(db, { companyId: owner.companyId, statusId })))
      throw validationError({ path: '/statusId', code: 'UNKNOWN_STATUS' });
    if (!(await hasRoomForComment(db, [objectId]))) throw new AppError('TOO_MANY_COMMENTS');
    const { userId: authorId, userName: authorName } = actor;
    const added = await insertComments(db, [objectId], { content, statusId, isPublic, authorId, authorName });
    const id = added.get(objectId) ?? 0;
    await keepLatestComments(db, [objectId]);
    // D-UI-05: what the public may not read is no news for the reporter.
    if (isPublic)
      await queueReporterMail(db, clock, {
        kind: 'comment',
        geomId: objectId,
        userEmail: row.userEmail,
        details: { commentId: id },
      });
    await auditObject(db, {
      actor,
      requestId,
      action: 'COMMENT_ADDED',
      owner,
      id: objectId,
      name: row.name,
      details: { new: { commentId: id, content, statusId, isPublic } },
    });
    const { comments } = await getSeenObject(db, request, objectId);
    const comment = comments.find((one) => one.id === id);
    if (comment === undefined) throw new Error('the comment was not added');
    return toComment(comment);
  });
}

/** API-COMM-02: the object's status goes back to that of the comment before. */
export async function deleteComment(
  { database }: AppDeps,
  request: CommentRequest & { readonly commentId: number },
): Promise<void> {
  const { actor, objectId, commentId, requestId } = request;
  await inTransaction(database, {}, async (db) => {
    const { comments, row, owner } = await getSeenObject(db, request, objectId, { forUpdate: true });
    const comment = comments.find(({ id }) => id === commentId);
    if (comment === undefined) throw new AppError('NOT_FOUND');
    if (!comment.canDelete) throw new AppError('FORBIDDEN');
    // The object was locked, its comments were not read under the lock.
    if ((await markCommentsDeleted(db, [commentId])).length === 0) throw new AppError('NOT_FOUND');
    await keepLatestComments(db, [objectId]);
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
