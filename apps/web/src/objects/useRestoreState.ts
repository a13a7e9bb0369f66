import { type Geom, type HistoryEntry, type HistorySide, restoreGeomState } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { findCurrentObject, ifMatch, useObjectChanges } from './changeObjects.ts';

interface EarlierState {
  readonly entry: HistoryEntry;
  readonly side: HistorySide;
}

/**
 * Restores an earlier state of an object if its version is the displayed one (D-OBJ-05); otherwise shows its present
 * state.
 */
export function useRestoreState(object: Geom) {
  const { t, cache, show, notifyDone, notifyFailed } = useObjectChanges();
  return useMutation({
    mutationFn: ({ entry, side }: EarlierState) =>
      callApi(restoreGeomState, {
        params: { id: object.id, entryId: entry.id },
        query: { _side: side },
        headers: ifMatch(object.version),
      }),
    onSuccess: (restored) => {
      show(restored, object.classId);
      notifyDone(t('HISTORY.RESTORED'));
    },
    onError: (cause) => {
      const current = findCurrentObject(cause);
      if (current !== undefined) cache.set(current);
      notifyFailed(cause, object.id);
    },
  });
}
