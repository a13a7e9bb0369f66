import type { MapLayer } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { baseLayersQuery } from '../../layers/layerQueries.ts';
import { useStored, writeStored } from '../../storage/index.ts';
import { createStore } from '../../store/Store.ts';
import { useStore } from '../../store/useStore.ts';
import { useSession } from '../session/index.ts';
import {
  chooseAtStart,
  chooseBaseLayer,
  NO_BASE_MAP_ID,
  raiseOverlay,
  switchOverlay,
} from './baseLayerChoice.ts';

/** The choice of the address; the browser goes on remembering the user's own. */
const linkedIds = createStore<readonly number[] | null>(null);

/** Shows the base layer and the overlays that an address names. */
export const showLinkedBaseLayers = (ids: readonly number[]): void => linkedIds.set(ids);

/** The base layers and overlays the reader may see, and which of them are visible. */
export function useBaseLayers() {
  const { user, may } = useSession();
  const seesOverlays = may('seeOverlays');
  const ownIds = useStored('selectedBaseLayers');
  const chosenIds = useStore(linkedIds) ?? ownIds;
  const query = useQuery(baseLayersQuery(user?.userId ?? null));
  const layers = useMemo(
    // BASE-03: the server sends visitors no overlays; another user's answer may still be here.
    () => (query.data ?? []).filter(({ overlay }) => !overlay || seesOverlays),
    [query.data, seesOverlays],
  );
  const visibleIds = useMemo(() => chooseAtStart(layers, chosenIds), [layers, chosenIds]);

  const choose = (ids: readonly number[]) => {
    linkedIds.set(null);
    writeStored('selectedBaseLayers', ids);
  };
  return {
    query,
    layers,
    visibleIds,
    toggle: ({ id, overlay }: MapLayer): void =>
      choose(overlay ? switchOverlay(visibleIds, id) : chooseBaseLayer(layers, visibleIds, id)),
    hideBaseMap: (): void => choose(chooseBaseLayer(layers, visibleIds, NO_BASE_MAP_ID)),
    raise: (overlay: Parameters<typeof raiseOverlay>[1]): void => choose(raiseOverlay(visibleIds, overlay)),
  };
}
