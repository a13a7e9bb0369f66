import { type Geom, type HistoryEntry, restoreGeomState } from '@pgis/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, callApi } from '../../api/index.ts';
import { errorText, formatDateTime, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { confirm } from '../../ui/dialogs/index.ts';
import { showToast } from '../../ui/toasts/index.ts';

/** Makes the object what it was, if it still is what is shown (D-OBJ-05); else shows what it is now. */
export function useRestoreState(geom: Geom) {
  const { t } = useTexts();
  const map = useMap();
  const queryClient = useQueryClient();
  const [restoringId, setRestoringId] = useState<number | null>(null);
  const show = (now: Geom) => queryClient.setQueriesData({ queryKey: ['geom', geom.id] }, now);

  const restore = async ({ id, at }: HistoryEntry): Promise<void> => {
    if (!(await confirm({ message: t('HISTORY.CONFIRM', { when: formatDateTime(at) }) }))) return;
    setRestoringId(id);
    try {
      show(
        await callApi(restoreGeomState, {
          params: { id: geom.id, entryId: id },
          headers: { 'if-match': `"${geom.version}"` },
        }),
      );
      map.reload();
      showToast({ kind: 'success', message: t('HISTORY.RESTORED') });
    } catch (cause) {
      if (cause instanceof ApiError && cause.current !== undefined) show(cause.current as Geom);
      showToast({ kind: 'error', message: errorText(t, cause) });
    } finally {
      setRestoringId(null);
    }
  };
  return { restore, restoringId };
}
