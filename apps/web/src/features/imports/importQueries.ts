import {
  addImport,
  deleteImport,
  downloadSkippedRows,
  findCoordinateSystems,
  getImport,
  getImportUpload,
  type Import,
  type ImportReading,
  type ImportSettings,
  listImports,
  locateImport,
  readImport,
  runImport,
  undoImport,
} from '@pgis/contract';
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiUrl, callApi, loadUploadInParts } from '../../api/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { useLayerCache } from '../../layers/layerQueries.ts';
import { useObjectChanges } from '../../objects/changeObjects.ts';
import { saveFile } from '../../ui/saveFile.ts';
import { useSession } from '../session/index.ts';

const POLL_MS = 700;
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

export const locationQuery = (id: number, crs: string, isSwapped: boolean) =>
  queryOptions({
    queryKey: [...keys.one(id), 'location', crs, isSwapped],
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
  return { readAgain, run };
}

export function useDeleteImport() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => callApi(deleteImport, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
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
