import { createStore, type ReadonlyStore } from '../../../store/Store.ts';

export type TreeNodeKind = 'layer' | 'group' | 'status' | 'statusGroup';

export type TreeNodeDialogState =
  | { readonly kind: 'closed' }
  /** `parentId` is the group that a layer or status is added to. */
  | { readonly kind: 'add'; readonly what: TreeNodeKind; readonly parentId: number | null }
  | { readonly kind: 'edit'; readonly what: TreeNodeKind; readonly id: number }
  | { readonly kind: 'duplicate'; readonly what: 'layer'; readonly id: number };

export type OpenTreeNodeDialog = Exclude<TreeNodeDialogState, { kind: 'closed' }>;

const store = createStore<TreeNodeDialogState>({ kind: 'closed' });

export const treeNodeDialog: ReadonlyStore<TreeNodeDialogState> = store;
export const openTreeNodeDialog = (state: OpenTreeNodeDialog): void => store.set(state);
export const closeTreeNodeDialog = (): void => store.set({ kind: 'closed' });
