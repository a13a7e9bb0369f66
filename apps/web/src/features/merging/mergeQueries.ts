import { compareCases, listDuplicates } from '@pgis/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { caseListsKey } from '../../objects/caseQueries.ts';

/** Open cases near a case in place and time. Every change of a case makes them stale. */
export const duplicatesQuery = (id: number, userId: number | null) =>
  queryOptions({
    queryKey: [...caseListsKey, 'duplicates', id, userId],
    queryFn: ({ signal }) => callApi(listDuplicates, { params: { id }, signal, background: true }),
    staleTime: 0,
    retry: false,
  });

/** Cases side by side, as they were when they were laid there. */
export const compareQuery = (ids: readonly number[], userId: number | null) =>
  queryOptions({
    queryKey: ['compared-cases', userId, ...ids],
    queryFn: ({ signal }) => callApi(compareCases, { query: { _ids: ids.join(',') }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
