import type { addComment as addCommentCall, BodyOf, Comment, ObjectId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { queueReporterMail } from '../../mail/queueReporterMail.ts';
import { addCommentNotices } from '../../notices/addCommentNotices.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { toComment } from '../../objects/toGeom.ts';
import { insertComments, isCommentStatus, requireCommentRoom, updateLatestComments } from './commentRows.ts';

export interface CommentRequest extends Reader {
  readonly objectId: ObjectId;
  readonly requestId: string;
}

/** API-COMM-01. The object is locked, so its status is that of the comment added last (D-CLS-03). */
export async function addComment(
  { database, clock }: Pick<AppDeps, 'database' | 'clock'>,
  request: CommentRequest & { readonly body: BodyOf<typeof addCommentCall> },
): Promise<Comment> {
  const { actor, objectId, requestId, body } = request;
  const { content, statusId, isPublic = false } = body;
  return await inTransaction(database, {}, async (db) => {
    const { rights, row, owner } = await getVisibleObject(db, request, objectId, { forUpdate: true });
    if (!rights.comments || actor.kind === 'anonymous') throw new AppError('FORBIDDEN');
    if (!(await isCommentStatus(db, { companyId: owner.companyId, statusId })))
      throw validationError({ path: '/statusId', code: 'UNKNOWN_STATUS' });
    await requireCommentRoom(db, [objectId]);
    const { userId: authorId, userName: authorName } = actor;
    const added = await insertComments(db, [objectId], { content, statusId, isPublic, authorId, authorName });
    const id = added.get(objectId) ?? 0;
    await updateLatestComments(db, [objectId]);
    // D-UI-05: reporters are notified of public comments only.
    if (isPublic)
      await queueReporterMail(db, clock, {
        kind: 'comment',
        geomId: objectId,
        userEmail: row.userEmail,
        details: { commentId: id },
      });
    await addCommentNotices(db, clock, {
      owner: owner.owner,
      commentIds: [id],
      content,
      authorId,
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
    const { comments } = await getVisibleObject(db, request, objectId);
    const comment = comments.find((one) => one.id === id);
    if (comment === undefined) throw new Error('the comment was not added');
    return toComment(comment);
  });
}
