import { useEffect, useMemo } from 'react';
import { useMap, useStore } from '../../map/index.ts';
import { useSession } from '../session/index.ts';
import { forgetFilters, layerFilters, listFilters } from './filter/layerFilters.ts';
import { forgetSwitches, layerSwitches, startSwitches } from './layerSwitches.ts';
import { hiddenRules } from './rules/hiddenRules.ts';
import { toObjectLayers } from './toObjectLayers.ts';
import { useLayerList } from './useLayerList.ts';
import { zoomToLayers } from './zoomToLayers.ts';

/** Whose list the switches were last set by. */
let startedFor: number | null | undefined;

/** Keeps the map's object layers in step with the list and its switches; stands once beside the map. */
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
    // Other rights: what is drawn and selected may not be for these eyes.
    if (startedFor !== undefined) map.setTool('SelectObject');
    forgetSwitches();
    forgetFilters();
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

  // Before the layers: a layer that is switched on loads with its filter at once.
  useEffect(() => map.setFilters(filters), [map, filters]);
  const hidden = useStore(hiddenRules);
  useEffect(() => map.setHiddenRules(hidden), [map, hidden]);
  useEffect(() => map.setObjectLayers(layers), [map, layers]);
}
