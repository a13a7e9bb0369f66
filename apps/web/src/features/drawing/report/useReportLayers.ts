import { type ClassifierWithChildren, listClassifiersWithChildren, rootClassifierIds } from '@pgis/contract';
import { callApi } from '../../../api/index.ts';
import { createStore } from '../../../store/Store.ts';
import { useStore } from '../../../store/useStore.ts';
import { getSession } from '../../session/index.ts';
import { useAddableLayers } from '../form/useAddableLayers.ts';

const ahead = createStore<readonly ClassifierWithChildren[] | undefined>(undefined);

/** Loads the categories while there is a network, so that the form opens without one. A failure is that of the form later. */
export function loadReportLayersAhead(): void {
  if (!getSession().isAnonymous) return;
  callApi(listClassifiersWithChildren, {
    params: { baseId: rootClassifierIds.objects },
    background: true,
  }).then(ahead.set, () => {});
}

/** The layers that are open for reports; without a network those that were loaded ahead. */
export function useReportLayers() {
  const { data: current, error, isPending, refetch } = useAddableLayers();
  const loaded = useStore(ahead);
  const data = current ?? loaded;
  return { data, error, refetch, isPending: isPending && data === undefined };
}
