import { useMemo } from 'react';
import { layerSwitches } from '../../layers/layerSwitches.ts';
import { useStore } from '../../store/useStore.ts';
import { type Layer, useLayerList } from './useLayerList.ts';

/** Layers that are switched on, in the order of the list. */
export function useSwitchedOnLayers(): readonly Layer[] {
  const { data } = useLayerList();
  const { checkedIds } = useStore(layerSwitches);
  return useMemo(
    () =>
      (data ?? []).flatMap(({ childClassifiers }) => childClassifiers).filter(({ id }) => checkedIds.has(id)),
    [data, checkedIds],
  );
}
