import { listLayers } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useStore } from '../../../map/index.ts';
import { useSession } from '../../session/index.ts';
import type { Layer } from '../useLayerList.ts';
import { type FilterValues, filterQuery, findFilter, layerFilters } from './layerFilters.ts';

/** The filter of a layer that is in force. */
export const useLayerFilter = (layer: Layer): FilterValues | undefined =>
  useStore(layerFilters, (filters) => findFilter(layer, filters));

/** True once it is known that no object of the layer passes its filter, wherever it lies. */
export function useFindsNothing(layerId: number, filter: FilterValues): boolean {
  const { user } = useSession();
  const { data: groups } = useQuery({
    queryKey: ['layers-holding', layerId, filter, user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(listLayers, { query: filterQuery(layerId, filter), signal, background: true }),
    staleTime: 0,
  });
  return groups !== undefined && groups.length === 0;
}
