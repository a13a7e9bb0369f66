import { useQuery } from '@tanstack/react-query';
import { layersHoldingQuery } from '../../../layers/layerCountQueries.ts';
import { useStore } from '../../../store/useStore.ts';
import { useSession } from '../../session/index.ts';
import type { Layer } from '../useLayerList.ts';
import { type FilterValues, filterQuery, findFilter, layerFilters } from './layerFilters.ts';

/** The filter of a layer that is in force. */
export const useLayerFilter = (layer: Layer): FilterValues | undefined =>
  useStore(layerFilters, (filters) => findFilter(layer, filters));

/** True once it is known that no object of the layer passes its filter, in view or not. */
export function useFindsNothing(layerId: number, filter: FilterValues): boolean {
  const { user } = useSession();
  const query = layersHoldingQuery(filterQuery(layerId, filter), user?.userId ?? null);
  const { data: groups } = useQuery(query);
  return groups !== undefined && groups.length === 0;
}
