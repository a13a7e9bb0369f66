import { approveGeom, type Geom, hideGeom, unhideGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { findCurrentObject, useObjectChanges } from './changeObjects.ts';

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

/** D-CLS-07: carries out a decision about an object. When another user has decided otherwise, shows their decision. */
export function useReviewObject({ id, classId }: Pick<Geom, 'id' | 'classId'>) {
  const { t, cache, reload, notifyDone, notifyFailed } = useObjectChanges();
  return useMutation({
    mutationFn: (decision: Decision) => sendDecision(id, decision),
    onSuccess: (reviewed, { kind }) => {
      cache.set(reviewed);
      notifyDone(t(doneTexts[kind]));
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
