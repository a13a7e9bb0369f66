import { approveGeom, type Geom, hideGeom, listWaitingGeoms, unhideGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { findCurrentObject, objectSubject, useObjectChanges } from './changeObjects.ts';
import { reviewQueue } from './reviewQueue.ts';

export type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'hide'; readonly reason: string }
  | { readonly kind: 'unhide' };

const doneTexts = {
  approve: 'MAP.REVIEW.APPROVED',
  hide: 'MAP.REVIEW.HIDDEN_NOW',
  unhide: 'MAP.REVIEW.SHOWN_AGAIN',
} as const;

function sendDecision(id: number, decision: Decision): Promise<Geom> {
  const params = { id };
  switch (decision.kind) {
    case 'approve':
      return callApi(approveGeom, { params });
    case 'hide':
      return callApi(hideGeom, { params, body: { reason: decision.reason } });
    case 'unhide':
      return callApi(unhideGeom, { params });
  }
}

/** Finds the next object that waits for this user's review, in the same layer if possible. */
async function findNextWaiting(layerId: number) {
  const waiting = await callApi(listWaitingGeoms, { background: true }).catch(() => []);
  const next = waiting.find(({ classId }) => classId === layerId) ?? waiting[0];
  if (next === undefined) return undefined;
  return { id: next.oldestId, count: waiting.reduce((sum, { count }) => sum + count, 0) };
}

interface ReviewOptions {
  readonly showObject: ((id: number) => void) | undefined;
  /** True opens the next object that waits after an approval; otherwise it is offered. */
  readonly opensNext: boolean;
}

/**
 * D-CLS-07: carries out a decision about an object and goes on to the next one that waits. When another user has decided
 * otherwise, shows their decision.
 */
export function useReviewObject(
  { id, classId }: Pick<Geom, 'id' | 'classId'>,
  { showObject, opensNext }: ReviewOptions,
) {
  const { t, cache, reload, notifyFailed } = useObjectChanges();
  const goOn = async (openQueued: (() => void) | undefined) => {
    // A list on the screen ends where it ends.
    const next = reviewQueue.get() === null ? await findNextWaiting(classId) : undefined;
    const isLast = openQueued === undefined && next === undefined;
    showToast({
      kind: 'success',
      message: t(isLast ? 'MAP.REVIEW.NONE_LEFT' : 'MAP.REVIEW.APPROVED'),
      subject: objectSubject(id),
    });
    if (openQueued) openQueued();
    else if (next) showObject?.(next.id);
  };
  const notifyDecided = async ({ kind }: Decision) => {
    const next = kind === 'unhide' ? undefined : await findNextWaiting(classId);
    showToast({
      kind: 'success',
      message: t(doneTexts[kind]),
      subject: objectSubject(id),
      ...(next &&
        showObject && {
          action: { label: t('MAP.REVIEW.NEXT', { count: next.count }), onAct: () => showObject(next.id) },
        }),
    });
  };
  return useMutation({
    mutationFn: (decision: Decision) => sendDecision(id, decision),
    // Found before the object leaves the list.
    onMutate: () => ({ openQueued: opensNext ? reviewQueue.get()?.(id) : undefined }),
    onSuccess: (reviewed, decision, { openQueued }) => {
      cache.set(reviewed);
      void (opensNext && decision.kind === 'approve' ? goOn(openQueued) : notifyDecided(decision));
    },
    onError: (cause) => {
      const current = findCurrentObject(cause);
      if (current !== undefined) cache.set(current);
      notifyFailed(cause);
    },
    onSettled: () => {
      void reload([classId]);
      void cache.invalidateWaiting();
    },
  });
}
