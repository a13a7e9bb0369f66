import { approveGeom, type Geom, hideGeom, unhideGeom } from '@pgis/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText } from '../../i18n/index.ts';
import type { MapController } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { forgetWaiting } from '../objects/index.ts';

export type Decision =
  | { readonly kind: 'approve' }
  | { readonly kind: 'hide'; readonly reason: string }
  | { readonly kind: 'unhide' };

const done = {
  approve: 'MAP.REVIEW.APPROVED',
  hide: 'MAP.REVIEW.HIDDEN_NOW',
  unhide: 'MAP.REVIEW.SHOWN_AGAIN',
} as const;

function send(id: number, decision: Decision): Promise<Geom> {
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

interface Surroundings {
  readonly map: MapController;
  readonly queryClient: QueryClient;
  readonly t: TFunction;
}

/** D-CLS-07: carries a decision out and shows what has become of the object. True when it was carried out. */
export async function reviewObject(
  id: number,
  decision: Decision,
  { map, queryClient, t }: Surroundings,
): Promise<boolean> {
  const show = (geom: Geom) => queryClient.setQueriesData({ queryKey: ['geom', id] }, geom);
  try {
    show(await send(id, decision));
    showToast({ kind: 'success', message: t(done[decision.kind]) });
    return true;
  } catch (cause) {
    // Somebody else was faster and decided otherwise: his decision is shown.
    if (cause instanceof ApiError && cause.current !== undefined) show(cause.current as Geom);
    showToast({ kind: 'error', message: errorText(t, cause) });
    return false;
  } finally {
    map.reload();
    void forgetWaiting(queryClient);
  }
}
