import type { Geom } from '@pgis/contract';
import { createStore, type Drawing, type ReadonlyStore } from '../../map/index.ts';

export type DrawDialogState =
  | { readonly kind: 'closed' }
  | { readonly kind: 'add'; readonly drawing: Drawing; readonly idempotencyKey: string }
  /** `part` is what it opens at. */
  | { readonly kind: 'edit'; readonly geom: Geom; readonly part: EditPart }
  /** What a visitor gets for a report, which may have to wait for review. */
  | { readonly kind: 'thanks'; readonly id: number; readonly isWaiting: boolean };

type EditPart = 'fields' | 'comments';

const store = createStore<DrawDialogState>({ kind: 'closed' });

export const drawDialog: ReadonlyStore<DrawDialogState> = store;

/** One key a drawing: however often it is sent, it is added once (D-OBJ-05). */
function makeKey(): string {
  // Not randomUUID: it is missing where the page came over plain http.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const openAddDialog = (drawing: Drawing): void =>
  store.set({ kind: 'add', drawing, idempotencyKey: makeKey() });
export const openEditDialog = (geom: Geom, part: EditPart = 'fields'): void =>
  store.set({ kind: 'edit', geom, part });
export const openThanks = (id: number, isWaiting: boolean): void =>
  store.set({ kind: 'thanks', id, isWaiting });
export const closeDrawDialog = (): void => store.set({ kind: 'closed' });
