import { addCommentToGeoms, type BodyOf, type BulkEdit } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { validationError } from '../../errors/AppError.ts';
import { queueReporterMails } from '../../mail/queueReporterMail.ts';
import { addCommentNotices } from '../../notices/addCommentNotices.ts';
import {
  insertComments,
  isCommentStatus,
  requireCommentRoom,
  updateLatestComments,
} from '../comments/index.ts';
import { auditBulkEdit } from './auditBulkEdit.ts';
import { type LockedObject, lockSelected } from './lockSelected.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';

export interface AddCommentsRequest extends BulkRequest {
  readonly body: BodyOf<typeof addCommentToGeoms>;
}

interface Reported extends LockedObject {
  readonly userEmail: string;
}

/**
 * Adds the same comment to all objects, which is how a status is set. Their reporters are notified as of any
 * comment.
 */
export const addComments = (deps: AppDeps, request: AddCommentsRequest): Promise<BulkEdit> => {
  const { actor, classId, body } = request;
  const { objects, content, statusId, isPublic = false } = body;
  return runBulkEdit(deps, request, {
    requestKey: [addCommentToGeoms.name, classId, body],
    isAllowed: ({ comments }) => comments,
    work: async (db, scope) => {
      const locked = await lockSelected<Reported>(db, scope, {
        selected: objects,
        columns: sql`g.user_email AS "userEmail"`,
      });
      const ids = locked.map(({ id }) => id);
      if (!(await isCommentStatus(db, { companyId: scope.layer.companyId, statusId })))
        throw validationError({ path: '/statusId', code: 'UNKNOWN_STATUS' });
      await requireCommentRoom(db, ids);
      const comment = { content, statusId, isPublic };
      const { userId: authorId, userName: authorName } = actor;
      const added = await insertComments(db, ids, { ...comment, authorId, authorName });
      await updateLatestComments(db, ids);
      if (isPublic)
        await queueReporterMails(db, deps.clock, {
          kind: 'comment',
          mails: locked.map(({ id, userEmail }) => ({
            geomId: id,
            userEmail,
            details: { commentId: added.get(id) },
          })),
        });
      await addCommentNotices(db, deps.clock, {
        owner: scope.layer.owner,
        commentIds: [...added.values()],
        content,
        authorId,
        notifiesFollowers: false,
      });
      const details = [...added].map(([id, commentId]) => [id, { commentId }] as const);
      const count = added.size;
      const entryId = await auditBulkEdit(db, {
        request,
        scope,
        action: 'COMMENTS_ADDED',
        details: { new: comment, count, left: 0, objects: Object.fromEntries(details) },
      });
      return { entryId, count, left: 0 };
    },
  });
};
