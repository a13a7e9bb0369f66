import { useEffect } from 'react';
import { createStore, type ReadonlyStore } from '../../map/index.ts';

const store = createStore(false);

/** Whether the open form holds something that would be lost with the page. */
export const unsavedForm: ReadonlyStore<boolean> = store;

/** Tells of a form what it holds, as long as it is there. */
export function useUnsavedForm(isUnsaved: boolean): void {
  useEffect(() => {
    store.set(isUnsaved);
    return () => store.set(false);
  }, [isUnsaved]);
}
