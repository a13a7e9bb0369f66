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

interface NextWaiting {
  readonly id: number;
  /** Number of all objects that wait. */
  readonly count: number;
}

/** Finds the next object that waits for this user's review, in the same layer if possible. */
async function findNextWaiting(layerId: number): Promise<NextWaiting | undefined> {
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
  const notify = (message: string, offered?: NextWaiting) =>
    showToast({
      kind: 'success',
      message,
      subject: objectSubject(id),
      ...(offered &&
        showObject && {
          action: {
            label: t('MAP.REVIEW.NEXT', { count: offered.count }),
            onAct: () => showObject(offered.id),
          },
        }),
    });
  const goOn = async (openQueued: (() => void) | undefined) => {
    const next = openQueued ? undefined : await findNextWaiting(classId);
    const isLast = openQueued === undefined && next === undefined;
    // At the end of a list on the screen, objects outside it are offered and not opened.
    const isListed = reviewQueue.get() !== null;
    notify(t(isLast ? 'MAP.REVIEW.NONE_LEFT' : 'MAP.REVIEW.APPROVED'), isListed ? next : undefined);
    if (openQueued) openQueued();
    else if (next && !isListed) showObject?.(next.id);
  };
  const notifyDecided = async ({ kind }: Decision) =>
    notify(t(doneTexts[kind]), kind === 'unhide' ? undefined : await findNextWaiting(classId));
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
