import { listOverdueCases } from '@pgis/contract';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { caseListsKey } from './objectQueries.ts';

interface Overdue {
  readonly classIds: readonly number[];
  /** EPSG:3857. */
  readonly extent: readonly number[] | null;
}

const STALE_MS = 60_000;

/** Positions of the overdue cases in view, none where there are too many. Keyed as the lists of cases, so that a change of a case redraws the rings. */
export function overdueQuery({ classIds, extent }: Overdue, userId: number | null) {
  const layers = classIds.join(',');
  return queryOptions({
    queryKey: [...caseListsKey, 'overdue', userId, layers, extent],
    queryFn: ({ signal }) =>
      callApi(listOverdueCases, {
        query: {
          _classes: layers,
          _bbox: (extent ?? []).map((one) => one.toFixed(0)).join(','),
        },
        signal,
        background: true,
      }),
    enabled: classIds.length > 0 && extent !== null,
    // Rings stay while the map moves; those of a layer that is switched off go at once.
    placeholderData: (previous, query) => (query?.queryKey.at(-2) === layers ? previous : undefined),
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
    retry: false,
  });
}
