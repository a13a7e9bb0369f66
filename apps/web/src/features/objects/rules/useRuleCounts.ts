import { countRuleMatches } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useSession } from '../../session/index.ts';
import { filterQuery } from '../filter/layerFilters.ts';
import { useLayerFilter } from '../filter/useLayerFilter.ts';
import type { Layer } from '../useLayerList.ts';

/** How many objects each rule draws, by its token, within the filter that is set; undefined until it is known. */
export function useRuleCounts(layer: Layer): ReadonlyMap<string, number> | undefined {
  const { id, version } = layer;
  const { user } = useSession();
  const filter = useLayerFilter(layer);
  const { data } = useQuery({
    queryKey: ['rule-counts', id, version, filter ?? null, user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(countRuleMatches, {
        params: { classifierId: id },
        query: filterQuery(id, filter),
        signal,
        background: true,
      }),
    select: (counts) => new Map(counts.map(({ rule, count }) => [rule, count])),
    staleTime: 30_000,
  });
  return data;
}
