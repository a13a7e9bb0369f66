import { useSyncExternalStore } from 'react';
import type { ReadonlyStore } from './Store.ts';

/** The value of a store in a component; `select` must return the same result for the same value. */
export function useStore<T>(store: ReadonlyStore<T>): T;
export function useStore<T, S>(store: ReadonlyStore<T>, select: (value: T) => S): S;
export function useStore<T>(store: ReadonlyStore<T>, select?: (value: T) => unknown): unknown {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()));
}
