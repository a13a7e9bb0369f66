import { createStore, type ReadonlyStore } from '../../store/Store.ts';

/** The import in the open dialog: files that were just selected, or one of the list. */
export type OpenedImport =
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'existing'; readonly id: number };

const store = createStore<OpenedImport | null>(null);

export const openedImport: ReadonlyStore<OpenedImport | null> = store;
export const openImport = (opened: OpenedImport): void => store.set(opened);
export const closeImport = (): void => store.set(null);
