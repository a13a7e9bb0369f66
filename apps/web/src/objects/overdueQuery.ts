import { listOverdueCases } from '@pgis/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { caseListsKey } from './objectQueries.ts';

interface Overdue {
  readonly classIds: readonly number[];
  /** EPSG:3857. */
  readonly extent: readonly number[] | null;
}

const STALE_MS = 60_000;

/** Positions of the overdue cases in view. Keyed as the lists of cases, so that a change of a case redraws the rings. */
export const overdueQuery = ({ classIds, extent }: Overdue, userId: number | null) =>
  queryOptions({
    queryKey: [...caseListsKey, 'overdue', userId, classIds, extent],
    queryFn: ({ signal }) =>
      callApi(listOverdueCases, {
        query: {
          _classes: classIds.join(','),
          _bbox: (extent ?? []).map((one) => one.toFixed(0)).join(','),
        },
        signal,
        background: true,
      }),
    select: ({ items }) => items,
    enabled: classIds.length > 0 && extent !== null,
    placeholderData: keepPreviousData,
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
    retry: false,
  });
