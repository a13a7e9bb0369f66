import {
  listChildClassifiers,
  listClassObjects,
  listLayers,
  listReportExports,
  type ReportFilter,
  rootClassifierIds,
} from '@pgis/contract';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

const PAGE_ROWS = 100;
const POLL_MS = 700;
const PAGES_READ_AGAIN = 3;

/** Of one signed-in user: another one never sees what was read for him. */
function useKey() {
  const { user } = useSession();
  return (...parts: readonly unknown[]) => ['reports', user?.userId ?? null, ...parts];
}

/** The layers of one's own company by their groups; which of them one may report on is the server's to say. */
export function useReportLayers() {
  const { user } = useSession();
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('layers'),
    queryFn: ({ signal }) => callApi(listLayers, { signal }),
    select: (groups) => groups.filter(({ companyId }) => companyId === user?.companyId),
  });
}

export function useReportStatuses() {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('statuses'),
    queryFn: ({ signal }) =>
      callApi(listChildClassifiers, { params: { baseId: rootClassifierIds.commentStatuses }, signal }),
  });
}

interface ReportWish {
  readonly layerId: number;
  readonly filter: ReportFilter;
  readonly sort: string;
}

/** Page after page, each going on from the row before it. */
export function useReportRows({ layerId, filter, sort }: ReportWish) {
  const keyOf = useKey();
  return useInfiniteQuery({
    queryKey: keyOf('rows', layerId, filter, sort),
    queryFn: ({ pageParam, signal }) =>
      callApi(listClassObjects, {
        params: { classId: layerId },
        query: {
          ...filter,
          _sort: sort,
          _size: PAGE_ROWS,
          _totals: false,
          ...(pageParam && { _after: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    // Whoever comes back sees what others have done; of many pages each would have to be read again.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= PAGES_READ_AGAIN,
  });
}

/** One row of the same report, where its filter lets it through; `null` reads none. */
export function useReportRow({ layerId, filter }: Omit<ReportWish, 'sort'>, id: number | null) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('rows', layerId, filter, 'one', id),
    queryFn: ({ signal }) =>
      callApi(listClassObjects, {
        params: { classId: layerId },
        query: { ...filter, _id: String(id), _size: 1, _totals: false },
        signal,
        background: true,
      }),
    select: ({ items }) => items[0] ?? null,
    enabled: id !== null,
    staleTime: 0,
  });
}

/** Counting takes longer than showing: the rows do not wait for it. */
export function useReportTotals({ layerId, filter }: Omit<ReportWish, 'sort'>) {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('totals', layerId, filter),
    queryFn: ({ signal }) =>
      callApi(listClassObjects, {
        params: { classId: layerId },
        query: { ...filter, _sort: 'id', _size: 1 },
        signal,
        background: true,
      }),
    select: ({ total, sums }) => ({ total: total ?? 0, sums: sums ?? { area: 0, length: 0 } }),
    staleTime: 0,
  });
}

export const isUnderWay = ({ state }: { readonly state: string }): boolean =>
  state === 'waiting' || state === 'running';

/** One's own files; looked at again while one of them is being written. */
export function useReportExports() {
  const keyOf = useKey();
  return useQuery({
    queryKey: keyOf('exports'),
    queryFn: ({ signal }) => callApi(listReportExports, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? POLL_MS : false),
    staleTime: 0,
  });
}

interface ReadingAgain {
  /** Waits for what is being read already instead of beginning anew. */
  readonly isBegun?: boolean;
}

/** After a change of objects or of files. */
export function useReadAgain(): (what: 'rows' | 'exports', options?: ReadingAgain) => Promise<void> {
  const client = useQueryClient();
  const keyOf = useKey();
  return async (what, { isBegun = false } = {}) => {
    const read = (part: string) =>
      client.invalidateQueries({ queryKey: keyOf(part) }, { cancelRefetch: !isBegun });
    await read(what);
    if (what === 'rows') await read('totals');
  };
}
