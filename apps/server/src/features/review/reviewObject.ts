import { companyOf, type Geom, type ObjectId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { queueReporterMail } from '../../mail/queueReporterMail.ts';
import { notifyOfObject } from '../../notices/notifyFollowers.ts';
import { auditObject } from '../../objects/auditObject.ts';
import { getVisibleObject } from '../../objects/getVisibleObject.ts';
import { toGeom } from '../../objects/toGeom.ts';

export interface ReviewRequest extends Reader {
  readonly id: ObjectId;
  readonly requestId: string;
}

/** A reviewer's decision; `approve` is for an object that waits, `unhide` for one that was hidden. */
export type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'hide'; readonly reason: string }
  | { readonly kind: 'unhide' };

interface ReviewState {
  readonly review: 'waiting' | 'hidden' | null;
  readonly hiddenReason: string;
}

const actions = { approve: 'OBJECT_APPROVED', hide: 'OBJECT_HIDDEN', unhide: 'OBJECT_UNHIDDEN' } as const;
const visible: ReviewState = { review: null, hiddenReason: '' };

/** Outcome of a review; `stale` means another reviewer decided first. */
function decide(decision: Decision, { review }: ReviewState): ReviewState | 'stale' {
  switch (decision.kind) {
    case 'hide':
      return { review: 'hidden', hiddenReason: decision.reason };
    case 'approve':
      return review === 'hidden' ? 'stale' : visible;
    case 'unhide':
      return review === 'waiting' ? 'stale' : visible;
  }
}

async function setReview(
  db: Kysely<Schema>,
  id: ObjectId,
  { review, hiddenReason }: ReviewState,
): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ review, hidden_reason: hiddenReason })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

/** Decides on the locked row; the same decision again changes nothing. */
export async function reviewObject(
  { database, clock }: AppDeps,
  request: ReviewRequest,
  decision: Decision,
): Promise<Geom> {
  const { actor, id, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const object = await getVisibleObject(db, request, id, { forUpdate: true });
    if (!object.rights.reviews) throw new AppError('FORBIDDEN');
    const { review, hiddenReason, name } = object.row;
    const next = decide(decision, object.row);
    if (next === 'stale') throw new AppError('OBJECT_CHANGED', { current: toGeom(object) });
    if (next.review === review && next.hiddenReason === hiddenReason) return toGeom(object);
    await setReview(db, id, next);
    await queueReporterMail(db, clock, {
      kind: 'review',
      geomId: id,
      userEmail: object.row.userEmail,
      details: { decision: decision.kind },
    });
    if (review === 'waiting' && next.review === null)
      await notifyOfObject(db, clock, { companyId: companyOf(id), objectId: id, byId: null });
    await auditObject(db, {
      actor,
      requestId,
      action: actions[decision.kind],
      owner: object.owner,
      id,
      name,
      details: { old: { review, hiddenReason }, new: next },
    });
    return toGeom(await getVisibleObject(db, request, id));
  });
}
