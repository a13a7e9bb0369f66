import { type ClassifierWithChildren, listLayers } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

export type LayerGroup = ClassifierWithChildren;
export type Layer = LayerGroup['childClassifiers'][number];

const layerListKey = 'layer-list';

/** Groups with their layers as the map lists them; another list for each user. */
export function useLayerList() {
  const { user } = useSession();
  return useQuery({
    queryKey: [layerListKey, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listLayers, { signal }),
  });
}
