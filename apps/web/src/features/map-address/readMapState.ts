import type { MapAddress } from '@pgis/contract';
import { layerSwitches } from '../../layers/layerSwitches.ts';
import type { MapController } from '../../map/index.ts';
import { hiddenRules, layerFilters, writeHiddenRules } from '../objects/index.ts';

/** Reads from the map what an address can hold. Filters and rules of layers that are off are left out. */
export function readMapState(map: MapController, baseLayerIds: readonly number[]): MapAddress {
  const { checkedIds } = layerSwitches.get();
  const isOn = ([layerId]: readonly [number, unknown]) => checkedIds.has(layerId);
  const view = map.view.get();
  const selected = map.selection.get();
  return {
    ...(view && { view: { zoom: view.zoom, centerLonLat: view.centerLonLat } }),
    baseLayerIds,
    layerIds: [...checkedIds].toSorted((a, b) => a - b),
    hiddenRules: writeHiddenRules(new Map([...hiddenRules.get()].filter(isOn))),
    filters: new Map([...layerFilters.get()].filter(isOn)),
    ...(selected && { objectId: selected.id }),
  };
}
