import { type Classifier, listFeatures } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { listHiddenRules, type OpenedCluster } from '../../../map/index.ts';
import { nearbyKey } from '../../../objects/objectQueries.ts';
import { useSession } from '../../session/index.ts';

export const MAX_LISTED = 100;

/** The first objects of a cluster, or of heat, as far as the user may see them, by name. */
export function useClusterObjects(
  { layerId, extent, zoom, filters, hiddenRules }: OpenedCluster,
  layer: Pick<Classifier, 'density'> | undefined,
) {
  const { user } = useSession();
  const [minx, miny, maxx, maxy] = extent;
  const hidden = listHiddenRules(hiddenRules, [layerId]);
  const filter = filters.filter(({ classId }) => classId === layerId);
  const body = {
    ...{ minx, miny, maxx, maxy, zoom, classifiers: [layerId], limit: MAX_LISTED },
    ...(layer?.density.kind === 'clusters' && { kind: 'point' as const }),
    ...(filter.length > 0 && { objectFilter: filter }),
    ...(hidden.length > 0 && { hiddenRules: hidden }),
  };
  return useQuery({
    queryKey: nearbyKey(body, user?.userId ?? null),
    queryFn: async ({ signal }) => {
      const features = await callApi(listFeatures, { body, signal, background: true });
      return features.toSorted((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
    },
    retry: false,
  });
}
