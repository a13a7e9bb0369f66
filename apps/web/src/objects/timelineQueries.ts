import { type Geom, getGeomTimeline } from '@pgis/contract';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { caseKey } from './objectQueries.ts';

/**
 * Pages of an object's timeline, newest first. Comments and changes of the case make it stale by its key; version and
 * review are part of the key for all other changes.
 */
export const timelineQuery = (
  { id, version, review }: Pick<Geom, 'id' | 'version' | 'review'>,
  userId: number | null,
) =>
  infiniteQueryOptions({
    queryKey: [...caseKey(id), 'timeline', userId, version, review],
    queryFn: ({ pageParam, signal }) =>
      callApi(getGeomTimeline, {
        params: { id },
        query: pageParam === null ? {} : { _before: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
