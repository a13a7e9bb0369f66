import type { Case } from '@pgis/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { InboxLocation } from '../../objects/inboxLocation.ts';
import { useSession } from '../session/index.ts';
import { caseCountsQuery, caseListQuery, type Position } from './inboxQueries.ts';

const none: readonly Case[] = [];

/** The cases of a list as far as they are read, and the numbers of all lists as they are now. */
export function useCases(location: InboxLocation, near: Position | null) {
  const { user } = useSession();
  const userId = user?.userId ?? null;
  const list = useInfiniteQuery(caseListQuery(location, { userId, near }));
  const counted = useQuery(caseCountsQuery(location, userId)).data;
  const { hasNextPage, isFetching, fetchNextPage, refetch } = list;
  // A case that moved between two reads of pages comes once.
  const cases = useMemo(
    () => [
      ...new Map(list.data?.pages.flatMap(({ items }) => items).map((one) => [one.id, one]) ?? []).values(),
    ],
    [list.data],
  );
  const total = list.data?.pages.at(-1)?.total;
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    cases: list.data ? cases : none,
    isLoaded: list.data !== undefined,
    error: list.data === undefined ? list.error : null,
    isFetching,
    total,
    /** Number of cases that have come since the list was read. */
    newCount: Math.max(0, (counted?.total ?? 0) - (total ?? counted?.total ?? 0)),
    counts: counted?.counts ?? list.data?.pages.at(-1)?.counts,
    more,
    refetch: useCallback(() => void refetch(), [refetch]),
  };
}

export type Cases = ReturnType<typeof useCases>;
