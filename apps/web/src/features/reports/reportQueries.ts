import {
  addReportExport,
  deleteReportExport,
  downloadReportExport,
  type ExportFormat,
  getReportDashboard,
  listChildClassifiers,
  listClassObjects,
  listLayers,
  listReportExports,
  type ReportExport,
  type ReportFilter,
  type ReportSelection,
  rootClassifierIds,
} from '@pgis/contract';
import {
  keepPreviousData,
  mutationOptions,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { objectRowsKey } from '../../objects/objectQueries.ts';
import { afterSettled, afterSuccess } from '../../ui/forms/mutationEffects.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { useSession } from '../session/index.ts';

const PAGE_ROWS = 100;
const POLL_MS = 700;
const MAX_REFETCHED_PAGES = 3;

const exportsKey = ['report-exports'];

/** Keys hold the signed-in user, so that nobody sees what another user has loaded. */
function useKey() {
  const { user } = useSession();
  return (...parts: readonly unknown[]) => ['reports', user?.userId ?? null, ...parts];
}

/** Rows and totals are keyed as objects, so that every change of an object makes them stale. */
function useRowsKey() {
  const { user } = useSession();
  return (...parts: readonly unknown[]) => objectRowsKey(user?.userId ?? null, ...parts);
}

/** The layers of the user's company by group. The server decides which of them the user may report on. */
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

interface ReportRequest {
  readonly layerId: number;
  readonly filter: ReportFilter;
  readonly sort: string;
}

/** Pages of rows; each page starts after the last row of the page before it. */
export function useReportRows({ layerId, filter, sort }: ReportRequest) {
  const keyOf = useRowsKey();
  return useInfiniteQuery({
    queryKey: keyOf('pages', layerId, filter, sort),
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
    // A returning user sees the changes of others; with many pages this would load each of them again.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_REFETCHED_PAGES,
  });
}

/** One row of the same report, or null if its filter excludes the row. The id `null` loads nothing. */
export function useReportRow({ layerId, filter }: Omit<ReportRequest, 'sort'>, id: number | null) {
  const keyOf = useRowsKey();
  return useQuery({
    queryKey: keyOf('one', layerId, filter, id),
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

/** Totals are a request of their own, because counting takes longer than reading a page of rows. */
export function useReportTotals({ layerId, filter }: Omit<ReportRequest, 'sort'>) {
  const keyOf = useRowsKey();
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

/** The user's own files; polled while one of them is being written. */
export function useReportExports() {
  const { user } = useSession();
  return useQuery({
    queryKey: [...exportsKey, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listReportExports, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) === true ? POLL_MS : false),
    staleTime: 0,
  });
}

/** The start page of reports; some of its texts are in the language of the request. */
export function useReportDashboard() {
  const keyOf = useKey();
  const { language } = useTexts();
  return useQuery({
    queryKey: keyOf('dashboard', language),
    queryFn: ({ signal }) => callApi(getReportDashboard, { signal }),
    staleTime: 0,
  });
}

interface ExportRequest {
  readonly layer: { readonly id: number; readonly name: string };
  readonly selection: ReportSelection;
}

const invalidateExports = (client: QueryClient) => client.invalidateQueries({ queryKey: exportsKey });

/** A file that the server writes in the background; it is then in the list of exports. */
export const requestExport = mutationOptions({
  mutationFn: ({
    layer: { id, name },
    selection,
    format,
  }: ExportRequest & { readonly format: ExportFormat }) =>
    callApi(addReportExport, { body: { classId: id, format, name, ...selection } }),
  ...afterSuccess(invalidateExports),
});

export const removeExport = mutationOptions({
  mutationFn: ({ id }: Pick<ReportExport, 'id'>) => callApi(deleteReportExport, { params: { id } }),
  ...afterSettled(invalidateExports),
});

export const downloadExport = mutationOptions({
  mutationFn: async ({ id, fileName }: Pick<ReportExport, 'id' | 'fileName'>) =>
    saveFile(await callApi(downloadReportExport, { params: { id } }), fileName),
});
