import {
  addCommentToGeoms,
  type BulkEdit,
  type ChosenObject,
  setFieldOfGeoms,
  undoBulkEdit,
} from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { errorText, formatNumber, useTexts } from '../../../i18n/index.ts';
import { useMap } from '../../../map/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { useReadAgain } from '../reportData.ts';

export type BulkChange =
  | { readonly kind: 'field'; readonly field: string; readonly value: string | null }
  | {
      readonly kind: 'status';
      readonly statusId: number;
      readonly content: string;
      readonly isPublic: boolean;
    };

/** A second tap, or an answer that was lost, changes nothing twice. */
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

const send = (classId: number, objects: readonly ChosenObject[], change: BulkChange): Promise<BulkEdit> => {
  const named = objects.map(({ id, version }) => ({ id, version }));
  const common = { params: { classId }, headers: newKey() };
  if (change.kind === 'status') {
    const { kind: _, ...comment } = change;
    return callApi(addCommentToGeoms, { ...common, body: { objects: named, ...comment } });
  }
  const { field, value } = change;
  return callApi(setFieldOfGeoms, { ...common, body: { objects: named, field, value } });
};

/** Changes what was chosen, says how many, and takes it back when asked; true when it is done. */
export function useBulkEdit(layerId: number) {
  const { t, language } = useTexts();
  const map = useMap();
  const client = useQueryClient();
  const readAgain = useReadAgain();
  const showAgain = async () => {
    map.reload();
    // The table has begun to read with the map.
    await Promise.all([
      readAgain('rows', { isBegun: true }),
      client.invalidateQueries({ queryKey: ['geom'] }),
    ]);
  };
  const fail = async (cause: unknown) => {
    console.error('the objects could not be changed', cause);
    showToast({ kind: 'error', message: errorText(t, cause) });
    await showAgain();
  };
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const undo = async (entryId: number) => {
    try {
      const params = { classId: layerId, entryId };
      const { count, left } = await callApi(undoBulkEdit, { params, headers: newKey() });
      const rest = left === 0 ? '' : ` ${t('TABLE.UNDO_LEFT', counted(left))}`;
      showToast({ kind: 'success', message: `${t('TABLE.UNDONE', counted(count))}${rest}` });
      await showAgain();
    } catch (cause) {
      await fail(cause);
    }
  };
  return async (objects: readonly ChosenObject[], change: BulkChange): Promise<boolean> => {
    try {
      const { entryId, count } = await send(layerId, objects, change);
      showToast(
        entryId === null
          ? { kind: 'info', message: t('TABLE.NOTHING_CHANGED') }
          : {
              kind: 'success',
              message: t('TABLE.CHANGED', counted(count)),
              action: { label: t('COMMON.UNDO'), onAct: () => void undo(entryId) },
            },
      );
      await showAgain();
      return true;
    } catch (cause) {
      await fail(cause);
      return false;
    }
  };
}
