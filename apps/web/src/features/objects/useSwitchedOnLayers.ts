import { useMemo } from 'react';
import { useStore } from '../../map/index.ts';
import { layerSwitches } from './layerSwitches.ts';
import { type Layer, useLayerList } from './useLayerList.ts';

/** In the order of the list. */
export function useSwitchedOnLayers(): readonly Layer[] {
  const { data } = useLayerList();
  const { checkedIds } = useStore(layerSwitches);
  return useMemo(
    () =>
      (data ?? []).flatMap(({ childClassifiers }) => childClassifiers).filter(({ id }) => checkedIds.has(id)),
    [data, checkedIds],
  );
}
