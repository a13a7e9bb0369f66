import {
  addImport,
  applyComparison,
  type BodyOf,
  type DifferenceKind,
  deleteImport,
  downloadSkippedRows,
  type FixedRow,
  findCoordinateSystems,
  fixSkippedRows,
  getImport,
  getImportUpload,
  type Import,
  type ImportReading,
  type ImportSettings,
  listDifferences,
  listImports,
  listSkippedRows,
  locateImport,
  readImport,
  runImport,
  undoImport,
  writeMapAddress,
} from '@pgis/contract';
import { type Extent, resolutionFromZoom, toLonLat } from '@pgis/geo';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useContext } from 'react';
import { apiUrl, callApi, loadUploadInParts } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { layerExtentQuery } from '../../layers/layerEditorQueries.ts';
import { useLayerCache } from '../../layers/layerQueries.ts';
import { setLayerSwitch } from '../../layers/layerSwitches.ts';
import { MapContext } from '../../map/index.ts';
import { OBJECT_MAX_ZOOM } from '../../map/view/startView.ts';
import { useObjectChanges } from '../../objects/changeObjects.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { useSession } from '../session/index.ts';

const POLL_MS = 700;
/** Pixels that an imported layer takes on the map, also on a phone. */
const FITTED_PX = 300;
const keys = { list: ['imports'], one: (id: number) => ['import', id] } as const;

export const isBusy = ({ state }: Pick<Import, 'state'>): boolean =>
  state === 'reading' || state === 'importing';

/** The user's own imports; polled while the server works on one of them. */
export function useImports() {
  const { user } = useSession();
  return useQuery({
    queryKey: [...keys.list, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listImports, { signal, background: true }),
    refetchInterval: ({ state }) => (state.data?.some(isBusy) === true ? POLL_MS : false),
    staleTime: 0,
  });
}

export function useImport(id: number | null) {
  return useQuery({
    queryKey: keys.one(id ?? 0),
    queryFn: ({ signal }) => callApi(getImport, { params: { id: id ?? 0 }, signal, background: true }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (state.data !== undefined && isBusy(state.data) ? POLL_MS : false),
    staleTime: 0,
  });
}

export const locationQuery = (
  { id, state, inspection }: Import,
  { crs, isSwapped }: { readonly crs: string; readonly isSwapped: boolean },
) =>
  queryOptions({
    // A file that is read in another way has another sample.
    queryKey: [...keys.one(id), 'location', crs, isSwapped, inspection?.address ?? null, state === 'reading'],
    queryFn: ({ signal }) =>
      callApi(locateImport, { params: { id }, query: { crs, ...(isSwapped && { swapped: true }) }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const coordinateSystemsQuery = (text: string) =>
  queryOptions({
    queryKey: ['coordinate-systems', text],
    queryFn: ({ signal }) => callApi(findCoordinateSystems, { query: { q: text }, signal, background: true }),
    enabled: text !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Announces files, or finds the import of the same files whose upload was interrupted. */
export async function announceImport(files: readonly File[]): Promise<Import> {
  const sorted = files.map(({ name, size }) => ({ name, size }));
  const all = await callApi(listImports, { background: true });
  const interrupted = all.find(
    (one) =>
      one.state === 'uploading' &&
      one.files.length === sorted.length &&
      one.files.every(({ name, size }, i) => name === sorted[i]?.name && size === sorted[i]?.size),
  );
  return interrupted ?? (await callApi(addImport, { body: { files: sorted } }));
}

/** Uploads the files of an import one after the other; `onProgress` gets the bytes of all of them. */
export async function uploadFiles(
  { id }: Import,
  files: readonly File[],
  { onProgress, signal }: { readonly onProgress: (sent: number) => void; readonly signal: AbortSignal },
): Promise<void> {
  const { uploadInParts } = await loadUploadInParts();
  let before = 0;
  for (const [index, file] of files.entries()) {
    const params = { id, index };
    await uploadInParts({
      file,
      signal,
      url: apiUrl(getImportUpload, { params }),
      onProgress: (sent) => onProgress(before + sent),
      renewSession: () => callApi(getImportUpload, { params, background: true }),
    });
    before += file.size;
  }
}

const readOthers = async (client: QueryClient, id: number) => {
  await client.invalidateQueries({ queryKey: keys.one(id) });
  await client.invalidateQueries({ queryKey: keys.list });
};

export type DifferenceChoice = BodyOf<typeof applyComparison>;

interface DifferenceFilter {
  readonly kind?: DifferenceKind | undefined;
  readonly field?: string | undefined;
}

/** Rows of a page; the next one is read when it is asked for. */
const DIFFERENCE_ROWS = 100;

export const differencesQuery = (one: Import, { kind, field }: DifferenceFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.one(one.id), 'differences', one.comparison?.comparedAt, kind, field],
    queryFn: ({ signal, pageParam }) =>
      callApi(listDifferences, {
        params: { id: one.id },
        query: {
          size: DIFFERENCE_ROWS,
          ...(kind !== undefined && { kind }),
          ...(field !== undefined && { field }),
          ...(pageParam !== null && { after: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** The changes of an import. Each reads it again. */
export function useImportChanges(id: number) {
  const client = useQueryClient();
  const onSuccess = (saved: Import) => {
    client.setQueryData(keys.one(id), saved);
    return client.invalidateQueries({ queryKey: keys.list });
  };
  const readAgain = useMutation({
    mutationFn: (body: ImportReading) => callApi(readImport, { params: { id }, body }),
    onSuccess,
  });
  const run = useMutation({
    mutationFn: (body: ImportSettings) => callApi(runImport, { params: { id }, body }),
    onSuccess,
  });
  const apply = useMutation({
    mutationFn: (body: DifferenceChoice) => callApi(applyComparison, { params: { id }, body }),
    onSuccess,
  });
  return { readAgain, run, apply };
}

export function useDeleteImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(deleteImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
}

/** Stops an import; one whose differences were being written goes back to the choice. One that has ended meanwhile shows so. */
export function useStopImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(deleteImport, { params: { id }, query: { stops: true } }),
    onSettled: (_, __, id) => readOthers(client, id),
  });
}

/** Takes an import back; the map and the lists follow. */
export function useUndoImport() {
  const client = useQueryClient();
  const refresh = useImportedLayer();
  return useMutation({
    mutationFn: ({ id }: { readonly id: number; readonly layerId: number }) =>
      callApi(undoImport, { params: { id } }),
    onSuccess: async (_, { id, layerId }) => {
      await readOthers(client, id);
      await refresh(layerId);
    },
  });
}

/** Returns a function that reads the lists of layers and reloads the layer on the map. */
export function useImportedLayer() {
  const cache = useLayerCache();
  const { reload } = useObjectChanges();
  return async (layerId: number) => {
    await Promise.all([cache.invalidateList(), cache.invalidateTree()]);
    await reload([layerId]);
  };
}

export const skippedRowsQuery = (id: number) =>
  queryOptions({
    queryKey: [...keys.one(id), 'skipped-rows'],
    queryFn: ({ signal }) => callApi(listSkippedRows, { params: { id }, signal }),
    staleTime: 0,
  });

/** Rows of an import that stayed out, or are not compared. */
export const countSkipped = ({ result, comparison }: Pick<Import, 'result' | 'comparison'>): number =>
  ((result ?? comparison)?.skipped ?? []).reduce((sum, { count }) => sum + count, 0);

/** Imports or compares corrected rows; gives how many of them are skipped no more. The map and the lists follow. */
export function useFixRows(id: number) {
  const client = useQueryClient();
  const refresh = useImportedLayer();
  return useMutation({
    mutationFn: async (rows: FixedRow[]) => {
      const before = client.getQueryData<Import>(keys.one(id));
      const saved = await callApi(fixSkippedRows, { params: { id }, body: { rows } });
      return { saved, fixed: before === undefined ? 0 : countSkipped(before) - countSkipped(saved) };
    },
    onSuccess: async ({ saved }) => {
      client.setQueryData(keys.one(id), saved);
      const layerId = saved.result?.layerId;
      await readOthers(client, id);
      if (layerId != null) await refresh(layerId);
    },
  });
}

/** Returns a function that shows a layer on the map, which it opens where there is none. */
export function useShowLayer() {
  const map = useContext(MapContext);
  const client = useQueryClient();
  const { language } = useTexts();
  return async (layerId: number) => {
    setLayerSwitch(layerId, true);
    const { extent } = await client.fetchQuery(layerExtentQuery(layerId));
    if (map !== null) {
      if (extent !== null) map.camera.fit(extent);
      return;
    }
    const query = extent === null ? '' : `?${writeMapAddress({ view: toView(extent) })}`;
    window.location.hash = `#/${language}/dashboard${query}`;
  };
}

/** The view in which an extent fills about half of a small window. */
function toView([minX, minY, maxX, maxY]: Extent) {
  const sizeM = Math.max(maxX - minX, maxY - minY, 1);
  const zoom = Math.log2(resolutionFromZoom(0) / (sizeM / FITTED_PX));
  const centerLonLat = toLonLat([(minX + maxX) / 2, (minY + maxY) / 2]);
  return { zoom: Math.min(OBJECT_MAX_ZOOM, zoom), centerLonLat };
}

export function useDownloadSkipped() {
  const { language } = useTexts();
  return useMutation({
    mutationFn: async ({ one, content }: { readonly one: Import; readonly content: 'reasons' | 'rows' }) => {
      const file = await callApi(downloadSkippedRows, {
        params: { id: one.id },
        query: { content, language },
      });
      const base = one.files[0]?.name.replace(/\.[^.]*$/, '') ?? 'import';
      saveFile(file, `${base}_${content === 'reasons' ? 'skipped' : 'to_fix'}.csv`);
    },
  });
}
