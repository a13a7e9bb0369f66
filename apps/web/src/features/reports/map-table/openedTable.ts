import type { Classifier } from '@pgis/contract';
import { createStore, type ReadonlyStore } from '../../../map/index.ts';

export type TableLayer = Pick<Classifier, 'id' | 'name' | 'layerFields'>;

interface OpenedTable {
  readonly layer: TableLayer | null;
  /** Only its head is there. */
  readonly isFolded: boolean;
}

const store = createStore<OpenedTable>({ layer: null, isFolded: false });

/** The layer whose table lies under the map. */
export const openedTable: ReadonlyStore<OpenedTable> = store;
export const openTable = (layer: TableLayer): void => store.set({ layer, isFolded: false });
export const closeTable = (): void => store.set({ layer: null, isFolded: false });
export const foldTable = (isFolded: boolean): void => store.set({ ...store.get(), isFolded });
