import { exportLogCsv, listGroups, listLog, listUnits, listUsers } from '@pgis/contract';
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { type LogFilter, toLogQuery } from './logFilter.ts';

const PAGE_ROWS = 50;
/** Users that the filter lists at once; of more it searches on the server. */
export const MAX_USERS = 100;

/** Every key holds the signed-in user, so that nobody sees what another user has loaded. */
type UserId = number | undefined;

export function logPagesQuery(userId: UserId, filter: LogFilter) {
  const query = toLogQuery(filter);
  return infiniteQueryOptions({
    queryKey: ['log', 'pages', userId, query],
    queryFn: ({ pageParam, signal }) =>
      callApi(listLog, {
        query: { ...query, _size: PAGE_ROWS, ...(pageParam !== null && { _before: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Users whose name or e-mail contains the text; all users for an empty text. */
export const logUsersQuery = (userId: UserId, text: string) =>
  queryOptions({
    queryKey: ['log', 'users', userId, text],
    queryFn: ({ signal }) =>
      callApi(listUsers, { query: { _size: MAX_USERS, ...(text !== '' && { _q: text }) }, signal }),
    placeholderData: keepPreviousData,
  });

export const logUnitsQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['log', 'units', userId],
    queryFn: ({ signal }) => callApi(listUnits, { signal }),
  });

export const logGroupsQuery = (userId: UserId) =>
  queryOptions({
    queryKey: ['log', 'groups', userId],
    queryFn: ({ signal }) => callApi(listGroups, { signal }),
  });

export const downloadLog = mutationOptions({
  mutationFn: async (filter: LogFilter) =>
    saveFile(await callApi(exportLogCsv, { query: toLogQuery(filter) }), 'log.csv'),
});
