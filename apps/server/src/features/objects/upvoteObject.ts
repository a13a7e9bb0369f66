import { limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../http/AppError.ts';
import { auditObject } from './auditObject.ts';
import type { ObjectRequest } from './deleteObject.ts';
import { getSeenObject } from './findSeenObject.ts';
import { useVisitorQuota } from './visitorQuota.ts';
import { voterOf } from './voter.ts';
import { insertVote } from './writeObject.ts';

export interface UpvoteReply {
  readonly upvoteCount: number;
  readonly canUpvote: boolean;
}

/** D-OBJ-06: the actor's one vote; voting again changes nothing. Of a visitor `actor.visitorId` is set. */
export async function upvoteObject(
  { database, clock }: AppDeps,
  request: ObjectRequest,
): Promise<UpvoteReply> {
  const { actor, id, requestId } = request;
  const voter = voterOf(actor);
  if (voter === undefined) throw new Error('a vote needs a voter');
  return await inTransaction(database, {}, async (db) => {
    const { row, owner, canUpvote } = await getSeenObject(db, request, id, { forUpdate: true });
    const unchanged = { upvoteCount: row.upvoteCount, canUpvote: false };
    if (row.isVoted) return unchanged;
    if (!canUpvote) throw new AppError('FORBIDDEN');
    // The row was locked, its votes were not: only the insert knows.
    if (!(await insertVote(db, id, voter))) return unchanged;
    await useVisitorQuota(db, clock, actor, { kind: 'upvote', limit: limits.anonymousUpvotesPerHour });
    await auditObject(db, { actor, requestId, action: 'OBJECT_UPVOTED', owner, id, name: row.name });
    return { upvoteCount: row.upvoteCount + 1, canUpvote: false };
  });
}
