import { useCallback, useSyncExternalStore } from 'react';
import { readStored, subscribeStored } from './localStore.ts';
import type { StorageKey, StoredValues } from './storedValues.ts';

/** The stored value, following changes of this and of other tabs. */
export function useStored<K extends StorageKey>(key: K): StoredValues[K] | null {
  const subscribe = useCallback((listener: () => void) => subscribeStored(key, listener), [key]);
  return useSyncExternalStore(subscribe, () => readStored(key));
}
