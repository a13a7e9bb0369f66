import type { Geom } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import { queueReporterMail } from '../../mail/queueReporterMail.ts';
import type { Reader } from '../classifiers/index.ts';
import { auditObject, getSeenObject, toGeom } from '../objects/index.ts';

export interface ReviewRequest extends Reader {
  readonly id: number;
  readonly requestId: string;
}

/** What is decided about an object; `approve` is for one that waits, `unhide` for one that was hidden. */
export type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'hide'; readonly reason: string }
  | { readonly kind: 'unhide' };

interface ReviewState {
  readonly review: 'waiting' | 'hidden' | null;
  readonly hiddenReason: string;
}

const actions = { approve: 'OBJECT_APPROVED', hide: 'OBJECT_HIDDEN', unhide: 'OBJECT_UNHIDDEN' } as const;
const shown: ReviewState = { review: null, hiddenReason: '' };

/** What becomes of it; `stale` when somebody has meanwhile decided otherwise. */
function decide(decision: Decision, { review }: ReviewState): ReviewState | 'stale' {
  switch (decision.kind) {
    case 'hide':
      return { review: 'hidden', hiddenReason: decision.reason };
    case 'approve':
      return review === 'hidden' ? 'stale' : shown;
    case 'unhide':
      return review === 'waiting' ? 'stale' : shown;
  }
}

async function setReview(
  db: Kysely<Schema>,
  id: number,
  { review, hiddenReason }: ReviewState,
): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ review, hidden_reason: hiddenReason })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

/** Decided on the locked row; deciding the same again changes nothing. */
export async function reviewObject(
  { database, clock }: AppDeps,
  request: ReviewRequest,
  decision: Decision,
): Promise<Geom> {
  const { actor, id, requestId } = request;
  return await inTransaction(database, {}, async (db) => {
    const seen = await getSeenObject(db, request, id, { forUpdate: true });
    if (!seen.rights.reviews) throw new AppError('FORBIDDEN');
    const { review, hiddenReason, name } = seen.row;
    const next = decide(decision, seen.row);
    if (next === 'stale') throw new AppError('OBJECT_CHANGED', { current: toGeom(seen) });
    if (next.review === review && next.hiddenReason === hiddenReason) return toGeom(seen);
    await setReview(db, id, next);
    await queueReporterMail(db, clock, {
      kind: 'review',
      geomId: id,
      userEmail: seen.row.userEmail,
      details: { decision: decision.kind },
    });
    await auditObject(db, {
      actor,
      requestId,
      action: actions[decision.kind],
      owner: seen.owner,
      id,
      name,
      details: { old: { review, hiddenReason }, new: next },
    });
    return toGeom(await getSeenObject(db, request, id));
  });
}
