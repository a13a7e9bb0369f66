import {
  addClassifier,
  type BodyOf,
  type Classifier,
  deleteClassifier,
  duplicateClassifier,
  getClassifierUsage,
  orderClassifiers,
  removeClassifierData,
  updateClassifier,
} from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { ApiError, callApi } from '../api/index.ts';
import { errorText, type TFunction, useTexts } from '../i18n/index.ts';
import { reloadLayers } from '../map/mapChanges.ts';
import { confirm } from '../ui/dialogs/index.ts';
import { changesLink, showToast } from '../ui/toasts/index.ts';
import { useLayerCache } from './layerQueries.ts';

/**
 * The only way to change layers, groups and statuses, on the map and on the screens of layer groups: each change
 * makes the call, reads the lists again and reloads layers whose objects are drawn differently now (LIST-13,
 * LIST-14).
 */

type TreeNode = Classifier;
type Texts = ReturnType<typeof useTexts>;
type TreeNodeBody = Omit<BodyOf<typeof updateClassifier>, 'id'>;
type TreeNodeKind = 'layer' | 'group' | 'status' | 'statusGroup' | 'root';

/** 1 is the root of layers and their groups, 2 that of statuses and theirs. */
const rootOf = (kind: TreeNodeKind): 1 | 2 => (kind === 'layer' || kind === 'group' ? 1 : 2);

/** The layer and, for a view, the source whose objects it shows. */
const layersOf = ({ id, sourceId }: TreeNode): readonly number[] =>
  sourceId === null ? [id] : [id, sourceId];

export interface SavedTreeNode {
  readonly kind: TreeNodeKind;
  readonly body: TreeNodeBody;
  /** The node that is changed or duplicated; without one a node is added. */
  readonly target?: {
    readonly action: 'update' | 'duplicate';
    readonly id: number;
    readonly version: number;
  };
}

function saveTreeNode({ kind, body, target }: SavedTreeNode): Promise<TreeNode> {
  const rootId = rootOf(kind);
  if (target === undefined) return callApi(addClassifier, { params: { baseId: rootId }, body });
  const { action, id, version } = target;
  if (action === 'duplicate') return callApi(duplicateClassifier, { params: { baseId: rootId, id }, body });
  return callApi(updateClassifier, {
    params: { baseId: rootId },
    headers: { 'if-match': `"${version}"` },
    body: { ...body, id },
  });
}

/** The current version of the node, when the server has refused a change because another user was faster. */
export const findCurrentNode = (cause: unknown): TreeNode | undefined =>
  cause instanceof ApiError && cause.code === 'CLASSIFIER_CHANGED' ? (cause.current as TreeNode) : undefined;

/** Adds, changes or duplicates a group, layer or status. The form handles failures (CLS-20). */
export function useSaveTreeNode() {
  const cache = useLayerCache();
  return useMutation({
    mutationFn: saveTreeNode,
    onSuccess: async (saved, { kind, target }) => {
      await cache.invalidateTree();
      // The list comes first, so that the layers load with filters that fit their present fields.
      void cache.invalidateList().then(() => {
        if (kind === 'layer' && target?.action === 'update') reloadLayers(layersOf(saved));
      });
    },
  });
}

/** Changes a row of the tree and reads both lists again; true on success. A failure becomes a toast. */
function useRowChange<Variables>(change: (variables: Variables) => Promise<boolean>) {
  const { t } = useTexts();
  const cache = useLayerCache();
  return useMutation({
    mutationFn: change,
    onSuccess: async (isChanged) => {
      if (isChanged) await Promise.all([cache.invalidateTree(), cache.invalidateList()]);
    },
    onError: (cause) => showToast({ kind: 'error', message: errorText(t, cause) }),
  });
}

interface NewOrder {
  readonly parentId: number;
  readonly ids: readonly number[];
}

/** Sets the order of a group's children, or of the groups. */
export const useOrderTreeNodes = () =>
  useRowChange(async ({ parentId, ids }: NewOrder) => {
    await callApi(orderClassifiers, { params: { baseId: parentId }, body: { ids: [...ids] } });
    return true;
  });

async function removeObjects(layer: TreeNode): Promise<number> {
  const { count } = await callApi(removeClassifierData, { params: { baseId: 1, id: layer.id } });
  reloadLayers(layersOf(layer));
  return count;
}

/** Asks with the current number of objects and deletes all of them; false if the user cancels. */
async function clearData(layer: TreeNode, texts: Texts): Promise<boolean> {
  const { t } = texts;
  const { objects } = await callApi(getClassifierUsage, { params: { classifierId: layer.id }, query: {} });
  const message = t('CLASSIFIERS.CONFIRM_REMOVE_DATA', { count: objects, name: layer.name });
  if (!(await confirm({ message, isDestructive: true }))) return false;
  const count = await removeObjects(layer);
  showToast({
    kind: 'success',
    message: t('CLASSIFIERS.DATA_REMOVED', { count }),
    ...(count > 0 && { link: changesLink(texts) }),
  });
  return true;
}

async function deleteNow(node: TreeNode, texts: Texts): Promise<true> {
  await callApi(deleteClassifier, { params: { baseId: rootOf(node.kind), id: node.id } });
  showToast({
    kind: 'success',
    message: texts.t('CLASSIFIERS.DELETED', { name: node.name }),
    ...(rootOf(node.kind) === 1 && { link: changesLink(texts) }),
  });
  return true;
}

function confirmText({ kind, sourceId, name }: TreeNode, objects: number, t: TFunction): string {
  if (sourceId !== null) return t('CLASSIFIERS.CONFIRM_DELETE_VIEW', { name });
  if (objects > 0) return t('CLASSIFIERS.CONFIRM_DELETE_WITH_DATA', { name, count: objects });
  if (kind === 'layer') return t('CLASSIFIERS.CONFIRM_DELETE_LAYER', { name });
  return t('CLASSIFIERS.CONFIRM_DELETE', { name });
}

/** Returns the number of objects that go with a layer; a view owns none (D-CLS-05). */
async function countOwnObjects({ kind, sourceId, id }: TreeNode): Promise<number> {
  if (kind !== 'layer' || sourceId !== null) return 0;
  return (await callApi(getClassifierUsage, { params: { classifierId: id }, query: {} })).objects;
}

/**
 * Asks once and deletes a node, a layer with its objects (D-CLS-11). What the server would refuse is refused without a
 * question. False if the user cancels.
 */
async function deleteTreeNode(node: DeletedNode, texts: Texts): Promise<boolean> {
  const { t } = texts;
  const refusal = refusalOf(node);
  if (refusal !== undefined) {
    showToast({
      kind: 'error',
      message: t(`ERRORS.${refusal.code}`, { name: node.name, count: refusal.count }),
    });
    return false;
  }
  const objects = await countOwnObjects(node);
  if (!(await confirm({ message: confirmText(node, objects, t), isDestructive: true }))) return false;
  try {
    return await deleteNow(node, texts);
  } catch (cause) {
    // Only now is it sure that nothing else, such as a view, keeps the layer.
    if (objects === 0 || !(cause instanceof ApiError) || cause.code !== 'LAYER_NOT_EMPTY') throw cause;
    await removeObjects(node);
    return await deleteNow(node, texts);
  }
}

/** A node to delete; a group comes with its children. */
type DeletedNode = TreeNode & { readonly childClassifiers?: readonly TreeNode[] };

function refusalOf({ kind, usedCount = 0, childClassifiers: { length } = [] }: DeletedNode) {
  if (length > 0) return { code: 'GROUP_NOT_EMPTY', count: length } as const;
  return kind === 'status' && usedCount > 0
    ? ({ code: 'STATUS_IN_USE', count: usedCount } as const)
    : undefined;
}

/** Deletes all objects of a layer, after asking. */
export function useClearLayerData() {
  const texts = useTexts();
  return useRowChange((layer: TreeNode) => clearData(layer, texts));
}

/** Deletes a group, layer or status, after asking. */
export function useDeleteTreeNode() {
  const texts = useTexts();
  return useRowChange((node: DeletedNode) => deleteTreeNode(node, texts));
}
