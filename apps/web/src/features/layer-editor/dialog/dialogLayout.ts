import { createStore, type ReadonlyStore } from '../../../store/Store.ts';

interface DialogLayout {
  /** STYLE-02 */
  readonly isWide: boolean;
  /** True while the dialog is reduced to a button, so that the map is visible; its state is retained. */
  readonly isMinimized: boolean;
}

const store = createStore<DialogLayout>({ isWide: false, isMinimized: false });

export const dialogLayout: ReadonlyStore<DialogLayout> = store;
export const setDialogWide = (isWide: boolean): void => store.set({ ...store.get(), isWide });
export const setDialogMinimized = (isMinimized: boolean): void => store.set({ ...store.get(), isMinimized });
