import { createStore, type ReadonlyStore } from '../../map/index.ts';

interface DialogLook {
  /** STYLE-02 */
  readonly isWide: boolean;
  /** Out of the way, so that the map is seen; nothing in it is lost. */
  readonly isTucked: boolean;
}

const store = createStore<DialogLook>({ isWide: false, isTucked: false });

export const dialogLook: ReadonlyStore<DialogLook> = store;
export const setDialogWide = (isWide: boolean): void => store.set({ ...store.get(), isWide });
export const setDialogTucked = (isTucked: boolean): void => store.set({ ...store.get(), isTucked });
