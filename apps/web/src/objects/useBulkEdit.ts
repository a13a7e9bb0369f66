import {
  addCommentToGeoms,
  type BulkEdit,
  type ObjectVersion,
  setFieldOfGeoms,
  undoBulkEdit,
} from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { formatNumber, useTexts } from '../i18n/index.ts';
import { changesLink, retireToasts, showToast } from '../ui/toasts/index.ts';
import { objectSubject, useObjectChanges } from './changeObjects.ts';

export type BulkChange =
  | { readonly kind: 'field'; readonly field: string; readonly value: string | null }
  | {
      readonly kind: 'status';
      readonly statusId: number;
      readonly content: string;
      readonly isPublic: boolean;
    };

interface BulkRequest {
  readonly objects: readonly ObjectVersion[];
  readonly change: BulkChange;
}

/** The server carries out a request once, however often it arrives. */
const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

function sendChange(layerId: number, { objects, change }: BulkRequest): Promise<BulkEdit> {
  const versions = objects.map(({ id, version }) => ({ id, version }));
  const common = { params: { classId: layerId }, headers: newKey() };
  if (change.kind === 'status') {
    const { kind: _, ...comment } = change;
    return callApi(addCommentToGeoms, { ...common, body: { objects: versions, ...comment } });
  }
  const { field, value } = change;
  return callApi(setFieldOfGeoms, { ...common, body: { objects: versions, field, value } });
}

/** Changes one field or the status of many objects of a layer, with Undo. It ends when the visible rows are read again. */
export function useBulkEdit(layerId: number, sourceId: number | null) {
  const texts = useTexts();
  const { language } = texts;
  const { t, cache, reload, notifyDone, notifyFailed } = useObjectChanges();
  const layerIds = sourceId === null ? [layerId] : [layerId, sourceId];
  const showAll = () => Promise.all([reload(layerIds), cache.invalidateAll()]);
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  /** Also after a failure, which often means that the objects have changed meanwhile. */
  const onError = async (cause: unknown) => {
    console.error('the objects could not be changed', cause);
    notifyFailed(cause);
    await showAll();
  };
  const undo = useMutation({
    mutationFn: (entryId: number) =>
      callApi(undoBulkEdit, { params: { classId: layerId, entryId }, headers: newKey() }),
    onSuccess: async ({ count, left }) => {
      const rest = left === 0 ? '' : ` ${t('TABLE.UNDO_LEFT', counted(left))}`;
      notifyDone(`${t('TABLE.UNDONE', counted(count))}${rest}`);
      await showAll();
    },
    onError,
  });
  return useMutation({
    mutationFn: (request: BulkRequest) => sendChange(layerId, request),
    onSuccess: async ({ entryId, count, left }, { objects }) => {
      if (entryId !== null) for (const { id } of objects) retireToasts(objectSubject(id));
      if (entryId === null) showToast({ kind: 'info', message: t('TABLE.NOTHING_CHANGED') });
      else {
        const rest = left === 0 ? '' : `, ${t('TABLE.HAD_VALUE', counted(left))}`;
        showToast({
          kind: 'success',
          message: `${t('TABLE.CHANGED', counted(count))}${rest}`,
          action: { label: t('COMMON.UNDO'), onAct: () => undo.mutate(entryId) },
          link: changesLink(texts),
        });
      }
      await showAll();
    },
    onError,
  });
}
