import { getGeomHistoryEntry, listGeomHistory } from '@pgis/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';

/** Pages of an object's history, newest first. The version is part of the key: after a change it is read again. */
export const historyQuery = (id: number, version: number) =>
  infiniteQueryOptions({
    queryKey: ['object-history', id, version],
    queryFn: ({ pageParam, signal }) =>
      callApi(listGeomHistory, {
        params: { id },
        query: pageParam === null ? {} : { _before: pageParam },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** One entry of the history with its geometries, which never changes. */
export const historyEntryQuery = (objectId: number, entryId: number) =>
  queryOptions({
    queryKey: ['object-history-entry', objectId, entryId],
    queryFn: ({ signal }) => callApi(getGeomHistoryEntry, { params: { id: objectId, entryId }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
