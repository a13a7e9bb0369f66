import { createStore, type ReadonlyStore } from '../../map/index.ts';

export type ClassifierKind = 'layer' | 'group' | 'status' | 'statusGroup';

export type ClassifierDialogState =
  | { readonly kind: 'closed' }
  /** `parentId`: the group that a layer or status is added to. */
  | { readonly kind: 'add'; readonly what: ClassifierKind; readonly parentId: number | null }
  | { readonly kind: 'edit'; readonly what: ClassifierKind; readonly id: number }
  | { readonly kind: 'duplicate'; readonly what: 'layer'; readonly id: number };

export type OpenClassifierDialog = Exclude<ClassifierDialogState, { kind: 'closed' }>;

const store = createStore<ClassifierDialogState>({ kind: 'closed' });

export const classifierDialog: ReadonlyStore<ClassifierDialogState> = store;
export const openClassifierDialog = (state: OpenClassifierDialog): void => store.set(state);
export const closeClassifierDialog = (): void => store.set({ kind: 'closed' });
