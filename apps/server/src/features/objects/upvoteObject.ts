import { limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { consumeVisitorQuota } from '../../access/visitorQuota.ts';
import { voterOf } from '../../access/voter.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { insertVote } from '../../objects/writeObject.ts';
import type { ObjectRequest } from './deleteObject.ts';

export interface UpvoteReply {
  readonly upvoteCount: number;
  readonly canUpvote: boolean;
}

/** D-OBJ-06: the actor's one vote; voting again changes nothing. A visitor has an `actor.visitorId` by now. */
export async function upvoteObject(
  { database, clock }: AppDeps,
  request: ObjectRequest,
): Promise<UpvoteReply> {
  const { actor, id, requestId } = request;
  const voter = voterOf(actor);
  if (voter === undefined) throw new Error('a vote needs a voter');
  return await inTransaction(database, {}, async (db) => {
    const { row, owner, canUpvote } = await getVisibleObject(db, request, id, { forUpdate: true });
    const unchanged = { upvoteCount: row.upvoteCount, canUpvote: false };
    if (row.isVoted) return unchanged;
    if (!canUpvote) throw new AppError('FORBIDDEN');
    // The lock covers the row, not its votes: a parallel vote shows in the insert.
    if (!(await insertVote(db, id, voter))) return unchanged;
    await consumeVisitorQuota(db, clock, { actor, kind: 'upvote', limit: limits.anonymousUpvotesPerHour });
    await auditObject(db, { actor, requestId, action: 'OBJECT_UPVOTED', owner, id, name: row.name });
    return { upvoteCount: row.upvoteCount + 1, canUpvote: false };
  });
}
