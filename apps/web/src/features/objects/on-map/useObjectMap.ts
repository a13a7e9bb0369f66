import { useEffect, useMemo } from 'react';
import { forgetSwitches, layerSwitches, startSwitches } from '../../../layers/layerSwitches.ts';
import { useMap } from '../../../map/index.ts';
import { useStore } from '../../../store/useStore.ts';
import { useSession } from '../../session/index.ts';
import { forgetFilters, layerFilters, listFilters } from '../filter/layerFilters.ts';
import { hiddenRules } from '../rules/hiddenRules.ts';
import { useLayerList } from '../useLayerList.ts';
import { toObjectLayers } from './toObjectLayers.ts';
import { zoomToLayers } from './zoomToLayers.ts';

/** Id of the user whose list the switches were last set from. */
let startedFor: number | null | undefined;

/** Keeps the object layers of the map in step with the list and its switches. Rendered once beside the map. */
export function useObjectMap({ hasLink }: { readonly hasLink: boolean }): void {
  const map = useMap();
  const { user } = useSession();
  const userId = user?.userId ?? null;
  const { data: groups } = useLayerList();
  const { checkedIds } = useStore(layerSwitches);
  const layers = useMemo(() => toObjectLayers(groups ?? [], checkedIds), [groups, checkedIds]);
  const filtersByLayer = useStore(layerFilters);
  const filters = useMemo(() => listFilters(groups ?? [], filtersByLayer), [groups, filtersByLayer]);

  useEffect(() => {
    if (startedFor === userId) return;
    if (startedFor !== undefined) {
      // Another user may not be allowed to see what is drawn and selected.
      map.setTool('SelectObject');
      forgetSwitches();
      forgetFilters();
    }
    startedFor = userId;
  }, [map, userId]);

  useEffect(() => {
    if (!groups) return;
    const listed = groups.flatMap(({ childClassifiers }) => childClassifiers);
    const zoomIds = startSwitches(listed);
    if (hasLink || zoomIds.length === 0) return;
    const zoomLayers = listed.filter(({ id }) => zoomIds.includes(id));
    zoomToLayers(map, zoomLayers).catch((cause: unknown) =>
      console.error('the layer cannot be zoomed to', cause),
    );
  }, [map, groups, hasLink]);

  // Before the layers, so that a layer that is switched on loads with its filter at once.
  useEffect(() => map.setFilters(filters), [map, filters]);
  const hidden = useStore(hiddenRules);
  useEffect(() => map.setHiddenRules(hidden), [map, hidden]);
  useEffect(() => map.setObjectLayers(layers), [map, layers]);
}
