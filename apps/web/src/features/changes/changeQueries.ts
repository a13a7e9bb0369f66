import { type ChangeDetails, getChange, type LargeChange, listChanges, undoChange } from '@pgis/contract';
import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callApi } from '../../api/index.ts';
import { useLayerCache } from '../../layers/layerQueries.ts';
import { useObjectChanges } from '../../objects/changeObjects.ts';

const POLL_MS = 700;
const keys = { list: ['changes'], one: (id: number) => ['change', id] } as const;

const isRunning = ({ state }: Pick<LargeChange, 'state'>): boolean => state === 'undoing';

/** Pages of the list; polled while one of its changes is being undone. */
export const changePagesQuery = (userId: number | undefined, isOwn: boolean) =>
  infiniteQueryOptions({
    queryKey: [...keys.list, userId ?? null, isOwn],
    queryFn: ({ signal, pageParam }) =>
      callApi(listChanges, {
        query: { ...(isOwn && { _own: true }), ...(pageParam !== null && { _before: pageParam }) },
        signal,
        background: true,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ items }) => items.some(isRunning)) === true ? POLL_MS : false,
    staleTime: 0,
  });

export const useChange = (id: number) =>
  useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => callApi(getChange, { params: { changeId: id }, signal, background: true }),
    refetchInterval: ({ state }) => (state.data !== undefined && isRunning(state.data) ? POLL_MS : false),
    staleTime: 0,
    gcTime: 0,
  });

/** Starts the undo; the list and the open change then say how far it is. */
export function useUndoChange(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(undoChange, { params: { changeId: id } }),
    onSuccess: (change) =>
      client.setQueryData<ChangeDetails>(keys.one(id), (old) => old && { ...old, ...change, preview: null }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.list }),
  });
}

/** Loads objects and layers again when the undo of one of these changes has ended. */
export function useFreshAfterUndo(changes: readonly LargeChange[]): void {
  const { reload, cache } = useObjectChanges();
  const layers = useLayerCache();
  const client = useQueryClient();
  const running = useRef(new Set<number>());
  useEffect(() => {
    for (const change of changes)
      if (isRunning(change)) running.current.add(change.id);
      else if (running.current.delete(change.id)) {
        void Promise.all([layers.invalidateTree(), layers.invalidateList()]);
        void Promise.all([reload([change.node.id]), cache.invalidateAll()]);
        void client.invalidateQueries({ queryKey: keys.list });
      }
  }, [changes, reload, cache, layers, client]);
}
