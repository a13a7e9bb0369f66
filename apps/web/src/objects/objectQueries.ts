import { type Geom, getGeom, listWaitingGeoms } from '@pgis/contract';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../api/index.ts';

/** Polling interval: visitors may report objects while a clerk has the map open. */
const WAITING_INTERVAL_MS = 60_000;

/** Keys of cached objects. Each ends with the user, because permissions decide the content. */
const keys = {
  object: (id: number | null) => ['object', id] as const,
  waiting: ['waiting-objects'],
  nearby: ['nearby-objects'],
  rows: ['object-rows'],
} as const;

/** Key of the work on an object; comments change it, too. */
export const caseKey = (id: number) => ['case', id] as const;
/** Key of the lists of cases; every change of a case makes them stale. */
export const caseListsKey = ['cases'] as const;

/** One object with all its data, read again whenever it is opened. */
export const objectQuery = (id: number | null, userId: number | null) =>
  queryOptions({
    queryKey: [...keys.object(id), userId],
    queryFn: ({ signal }) => callApi(getGeom, { params: { id: id ?? 0 }, signal }),
    enabled: id !== null,
    staleTime: 0,
  });

/** Objects that wait for the user's review, by layer (D-CLS-07). */
export const waitingQuery = (userId: number | null) =>
  queryOptions({
    queryKey: [...keys.waiting, userId],
    queryFn: ({ signal }) => callApi(listWaitingGeoms, { signal, background: true }),
    refetchInterval: WAITING_INTERVAL_MS,
  });

/** Key of objects near a position, as a new report compares itself with them. */
export const nearbyKey = (...parts: readonly unknown[]) => [...keys.nearby, ...parts];

/** Key of the rows, single rows and totals of object tables; every change of an object makes them stale. */
export const objectRowsKey = (...parts: readonly unknown[]) => [...keys.rows, ...parts];

/** The only writer of the cache of objects. */
export function useObjectCache() {
  const client = useQueryClient();
  return useMemo(
    () => ({
      /** Caches the object as the server has just returned it. */
      set: (object: Geom): void => void client.setQueriesData({ queryKey: keys.object(object.id) }, object),
      /** Changes some properties of the object, if it is cached. */
      patch: (id: number, changes: Partial<Geom>): void =>
        void client.setQueriesData<Geom>(
          { queryKey: keys.object(id) },
          (object) => object && { ...object, ...changes },
        ),
      invalidate: async (id: number): Promise<void> => {
        void client.invalidateQueries({ queryKey: caseKey(id) });
        void client.invalidateQueries({ queryKey: caseListsKey });
        await client.invalidateQueries({ queryKey: keys.object(id) });
      },
      invalidateCase: async (id: number): Promise<void> => {
        void client.invalidateQueries({ queryKey: caseListsKey });
        await client.invalidateQueries({ queryKey: caseKey(id) });
      },
      invalidateCaseLists: (): Promise<void> => client.invalidateQueries({ queryKey: caseListsKey }),
      invalidateAll: (): Promise<void> => client.invalidateQueries({ queryKey: ['object'] }),
      invalidateWaiting: (): Promise<void> => client.invalidateQueries({ queryKey: keys.waiting }),
      invalidateNearby: (): Promise<void> => client.invalidateQueries({ queryKey: keys.nearby }),
      invalidateRows: (): Promise<void> => client.invalidateQueries({ queryKey: keys.rows }),
    }),
    [client],
  );
}
