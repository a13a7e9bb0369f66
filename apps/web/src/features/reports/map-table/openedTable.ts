import type { Classifier } from '@pgis/contract';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';

export type TableLayer = Pick<
  Classifier,
  'id' | 'name' | 'layerFields' | 'companyLanguage' | 'sourceId' | 'caseLayer'
>;

interface OpenedTable {
  readonly layer: TableLayer | null;
  /** True while only the title bar is visible. */
  readonly isFolded: boolean;
}

const store = createStore<OpenedTable>({ layer: null, isFolded: false });

/** The layer whose table is docked below the map. */
export const openedTable: ReadonlyStore<OpenedTable> = store;
export const openTable = (layer: TableLayer): void => store.set({ layer, isFolded: false });
export const closeTable = (): void => store.set({ layer: null, isFolded: false });
export const foldTable = (isFolded: boolean): void => store.set({ ...store.get(), isFolded });
