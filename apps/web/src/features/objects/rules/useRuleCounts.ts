import { useQuery } from '@tanstack/react-query';
import { ruleCountsQuery } from '../../../layers/layerCountQueries.ts';
import { useSession } from '../../session/index.ts';
import { filterQuery } from '../filter/layerFilters.ts';
import { useLayerFilter } from '../filter/useLayerFilter.ts';
import type { Layer } from '../useLayerList.ts';

/** Number of objects that each rule draws within the filter in force, by token; undefined until they are counted. */
export function useRuleCounts(layer: Layer): ReadonlyMap<string, number> | undefined {
  const { user } = useSession();
  const filter = useLayerFilter(layer);
  const { data } = useQuery({
    ...ruleCountsQuery(layer, filterQuery(layer.id, filter), user?.userId ?? null),
    select: (counts) => new Map(counts.map(({ rule, count }) => [rule, count])),
  });
  return data;
}
