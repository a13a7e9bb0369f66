import { aggregatedTo } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { layerSwitches } from '../../layers/layerSwitches.ts';
import { useMap } from '../../map/index.ts';
import { overdueQuery } from '../../objects/overdueQuery.ts';
import { useStore } from '../../store/useStore.ts';
import { useLayerList } from '../objects/index.ts';
import { useSession } from '../session/index.ts';

/**
 * Rings around the symbols of overdue cases, for those who work on them. The browser draws them above vectors and images
 * alike, so the images of the server are the same for everybody.
 */
export function OverdueRings() {
  const map = useMap();
  const { user } = useSession();
  const { data: groups = [] } = useLayerList();
  const checkedIds = useStore(layerSwitches, (switches) => switches.checkedIds);
  const view = useStore(map.view);
  const outOfZoomIds = useStore(map.objectLayers, (state) => state.outOfZoomIds);
  const zoom = view?.zoom ?? 0;
  const classIds = groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .filter(({ id, caseLayer }) => caseLayer !== null && checkedIds.has(id) && !outOfZoomIds.has(id))
    // Where points are drawn as clusters or heat, none stands at its own position.
    .filter(({ density }) => zoom > (aggregatedTo(density) ?? -1))
    .map(({ id, sourceId }) => sourceId ?? id);
  const { data } = useQuery(overdueQuery({ classIds, extent: view?.extent ?? null }, user?.userId ?? null));
  useEffect(() => void map.mark({ rings: data ?? [] }), [map, data]);
  useEffect(() => () => void map.mark({ rings: [] }), [map]);
  return null;
}
