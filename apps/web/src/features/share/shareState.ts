import { createStore } from '../../store/Store.ts';

/** True while the dialog is open. */
export const isSharing = createStore(false);
