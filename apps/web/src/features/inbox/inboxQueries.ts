import { listCases } from '@pgis/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { caseListsKey } from '../../objects/caseQueries.ts';
import { type InboxLocation, toCaseListQuery } from '../../objects/inboxLocation.ts';

/** Polling interval: others report and close cases meanwhile. */
const COUNT_INTERVAL_MS = 20_000;
const PAGE_ROWS = 50;

/** Position of the map in EPSG:3857, for the order `nearest`. */
export type Position = readonly [x: number, y: number];

const toQuery = (location: InboxLocation, near: Position | null) => ({
  ...toCaseListQuery(location),
  // Without a position there is nothing to be near to.
  ...(location.sort === 'nearest' && near === null ? {} : { _sort: location.sort }),
  ...(location.sort === 'nearest' && near !== null && { _x: near[0], _y: near[1] }),
});

interface Reader {
  readonly userId: number | null;
  readonly near: Position | null;
}

/** The cases of a list, page by page. It changes when the user asks for it, or has changed a case. */
export const caseListQuery = (location: InboxLocation, { userId, near }: Reader) =>
  infiniteQueryOptions({
    queryKey: [...caseListsKey, 'rows', userId, location, location.sort === 'nearest' ? near : null],
    queryFn: ({ signal, pageParam }) =>
      callApi(listCases, {
        query: { ...toQuery(location, near), _page: pageParam, _size: PAGE_ROWS },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE_ROWS < total ? pages.length + 1 : undefined),
  });

/** The numbers of cases in every list, and in this one with its filters. */
export const caseCountsQuery = (location: InboxLocation, userId: number | null) =>
  queryOptions({
    queryKey: [...caseListsKey, 'counts', userId, { ...location, sort: 'due' }],
    queryFn: ({ signal }) =>
      callApi(listCases, {
        query: { ...toQuery({ ...location, sort: 'due' }, null), _size: 0 },
        signal,
        background: true,
      }),
    refetchInterval: COUNT_INTERVAL_MS,
    refetchOnWindowFocus: true,
    staleTime: 0,
  });

interface Named {
  readonly _unit?: number | undefined;
  readonly _assignee?: number | undefined;
}

/** Any case of a unit or a person, which names it for a list without cases. */
export const namingCaseQuery = (named: Named, userId: number | null) =>
  queryOptions({
    queryKey: [...caseListsKey, 'name', userId, named],
    queryFn: ({ signal }) =>
      callApi(listCases, {
        query: { ...named, _tab: 'all', _state: 'any', _size: 1 },
        signal,
        background: true,
      }),
    select: ({ items }) => items,
  });
