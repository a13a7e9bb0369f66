import { type Classifier, deleteClassifier, getClassifierUsage, removeClassifierData } from '@pgis/contract';
import type { TFunction } from 'i18next';
import { ApiError, callApi } from '../../api/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { showToast } from '../../ui/toasts/index.ts';

const baseOf = ({ kind }: Classifier): 1 | 2 => (kind === 'layer' || kind === 'group' ? 1 : 2);

/** Asks with the number of objects as it is now, and removes them; false when nothing was removed. */
export async function removeData(row: Classifier, t: TFunction): Promise<boolean> {
  const { objects } = await callApi(getClassifierUsage, { params: { classifierId: row.id }, query: {} });
  const message = t('CLASSIFIERS.CONFIRM_REMOVE_DATA', { count: objects, name: row.name });
  if (!(await confirm({ message, isDestructive: true }))) return false;
  const { count } = await callApi(removeClassifierData, { params: { baseId: 1, id: row.id } });
  showToast({ kind: 'success', message: t('CLASSIFIERS.DATA_REMOVED', { count }) });
  return true;
}

async function deleteNow(row: Classifier, t: TFunction): Promise<true> {
  await callApi(deleteClassifier, { params: { baseId: baseOf(row), id: row.id } });
  showToast({ kind: 'success', message: t('CLASSIFIERS.DELETED', { name: row.name }) });
  return true;
}

function questionOf({ kind, sourceId, name }: Classifier, t: TFunction): string {
  if (sourceId !== null) return t('CLASSIFIERS.CONFIRM_DELETE_VIEW', { name });
  if (kind === 'layer') return t('CLASSIFIERS.CONFIRM_DELETE_LAYER', { name });
  return t('CLASSIFIERS.CONFIRM_DELETE', { name });
}

/** Asks and deletes; a layer that still has objects can lose them on the way (D-CLS-11). False when nothing happened. */
export async function deleteRow(row: Classifier, t: TFunction): Promise<boolean> {
  if (!(await confirm({ message: questionOf(row, t), isDestructive: true }))) return false;
  try {
    return await deleteNow(row, t);
  } catch (cause) {
    if (!(cause instanceof ApiError) || cause.code !== 'LAYER_NOT_EMPTY') throw cause;
    return (await removeData(row, t)) && (await deleteNow(row, t));
  }
}
