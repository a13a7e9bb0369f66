import { type ComparedCase, getChange, mergeCases, referenceOf, undoChange } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useTexts } from '../i18n/index.ts';
import { useMap } from '../map/index.ts';
import { removeDeletedObject } from '../map/mapChanges.ts';
import { changesLink, retireToasts, showToast } from '../ui/toasts/index.ts';
import { assignedCasesSubject, objectSubject, useObjectChanges } from './changeObjects.ts';
import { useRefreshFiles } from './fileQueries.ts';

export interface Merge {
  readonly kept: ComparedCase;
  readonly others: readonly ComparedCase[];
  readonly withNotes: boolean;
  readonly tellsReporters: boolean;
}

const UNDO_POLL_MS = 500;

const versionOf = ({ id, version }: ComparedCase) => ({ id, version });

/** Starts the undo and resolves when the job has ended; false if it could not be undone. */
async function undoMerge(changeId: number): Promise<boolean> {
  await callApi(undoChange, { params: { changeId } });
  for (;;) {
    const { state } = await callApi(getChange, { params: { changeId }, background: true });
    if (state !== 'undoing') return state === 'undone';
    await new Promise((resolve) => setTimeout(resolve, UNDO_POLL_MS));
  }
}

/**
 * Merges cases, selects the one that stays if a merged one was selected, and offers Undo. `onMerged` closes what shows the
 * merged ones.
 */
export function useMergeCases(onMerged: () => void) {
  const texts = useTexts();
  const map = useMap();
  const { t, cache, reload, notifyDone, notifyFailed } = useObjectChanges();
  const refreshFiles = useRefreshFiles();
  const refresh = async ({ kept, others }: Merge, changed: readonly ComparedCase[]) => {
    await Promise.all([
      reload([...new Set([kept, ...others].map(({ classId }) => classId))]),
      ...changed.flatMap(({ id }) => [cache.invalidate(id), refreshFiles(id)]),
    ]);
  };
  const undo = async (merge: Merge, changeId: number) => {
    try {
      if (await undoMerge(changeId)) notifyDone(t('MERGING.UNDONE'));
      else showToast({ kind: 'error', message: t('CHANGES.PROBLEMS.UNEXPECTED'), link: changesLink(texts) });
    } catch (cause) {
      notifyFailed(cause);
    }
    await refresh(merge, [merge.kept, ...merge.others]);
  };
  return useMutation({
    mutationFn: ({ kept, others, withNotes, tellsReporters }: Merge) =>
      callApi(mergeCases, {
        body: { keep: versionOf(kept), merge: others.map(versionOf), withNotes, tellsReporters },
      }),
    onSuccess: ({ changeId }, merge) => {
      const { kept, others } = merge;
      onMerged();
      retireToasts(assignedCasesSubject);
      for (const { id } of [kept, ...others]) retireToasts(objectSubject(id));
      const selectedId = map.selection.get()?.id;
      for (const { id } of others) removeDeletedObject(id);
      if (others.some(({ id }) => id === selectedId)) map.select({ id: kept.id, layerId: kept.classId });
      showToast({
        kind: 'success',
        message: t('MERGING.DONE', {
          count: others.length,
          numbers: others.map(({ id }) => referenceOf(id)).join(', '),
          number: referenceOf(kept.id),
        }),
        action: { label: t('COMMON.UNDO'), onAct: () => void undo(merge, changeId) },
        link: changesLink(texts),
        subject: objectSubject(kept.id),
      });
      // React first takes away what shows the merged cases: there is nothing to read of them any more.
      setTimeout(() => void refresh(merge, [kept]));
    },
    onError: (cause) => notifyFailed(cause),
  });
}
