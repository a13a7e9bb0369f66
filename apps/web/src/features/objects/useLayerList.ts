import { useQuery } from '@tanstack/react-query';
import { layerListQuery } from '../../layers/layerQueries.ts';
import { useSession } from '../session/index.ts';

export type { Layer, LayerGroup } from '../../layers/layerQueries.ts';

/** Groups with their layers as the map lists them; each user has their own list. */
export function useLayerList() {
  const { user } = useSession();
  return useQuery(layerListQuery(user?.userId ?? null));
}
