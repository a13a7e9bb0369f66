import type { Geom } from '@pgis/contract';
import type { Drawing } from '../../../map/index.ts';
import { createStore, type ReadonlyStore } from '../../../store/Store.ts';
import type { DrawValues } from '../form/DrawValues.ts';

export type DrawDialogState =
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'add';
      readonly drawing: Drawing;
      readonly idempotencyKey: string;
      /** Values of the draft that the user continues with its drawing; null for a new drawing. */
      readonly begun: DrawValues | null;
    }
  /** `section` is the section of the form that the dialog opens at. */
  | { readonly kind: 'edit'; readonly geom: Geom; readonly section: EditSection }
  /** Thanks a visitor for a report, which may have to wait for review. */
  | { readonly kind: 'thanks'; readonly id: number; readonly isWaiting: boolean };

type EditSection = 'fields' | 'comments';

const store = createStore<DrawDialogState>({ kind: 'closed' });

export const drawDialog: ReadonlyStore<DrawDialogState> = store;

/** Idempotency key of a drawing: the server adds it once, however often it is sent (D-OBJ-05). */
export function makeKey(): string {
  // Not `randomUUID`, which browsers leave out on plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const openAddDialog = (drawing: Drawing, begun: DrawValues | null = null): void =>
  store.set({ kind: 'add', drawing, idempotencyKey: makeKey(), begun });
export const openEditDialog = (geom: Geom, section: EditSection = 'fields'): void =>
  store.set({ kind: 'edit', geom, section });
export const openThanks = (id: number, isWaiting: boolean): void =>
  store.set({ kind: 'thanks', id, isWaiting });
export const closeDrawDialog = (): void => store.set({ kind: 'closed' });
