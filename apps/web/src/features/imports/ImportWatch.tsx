import type { Import } from '@pgis/contract';
import { useEffect } from 'react';
import { formatNumber, useTexts } from '../../i18n/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { countApplied } from './compare/choice.ts';
import { useImportedLayer, useImports } from './importQueries.ts';
import { openImport } from './openedImport.ts';
import { runningImports } from './runningImports.ts';

/** Says the result of an import that ends while its dialog is closed, and shows its objects on the map. */
export function ImportWatch() {
  const { t, language } = useTexts();
  const { data: all } = useImports();
  const refresh = useImportedLayer();
  useEffect(() => {
    const notify = ({ id, state, result, files }: Import) => {
      if (state === 'compared') {
        showToast({
          kind: 'success',
          message: t('IMPORT.COMPARE.TOAST_READY', { name: files[0]?.name ?? '' }),
          action: { label: t('IMPORT.OPEN'), onAct: () => openImport({ kind: 'existing', id }) },
        });
        return;
      }
      const isDone = state === 'done' && result?.layerId != null;
      if (isDone && result.layerId !== null) void refresh(result.layerId);
      const number = formatNumber(result === null ? 0 : countApplied(result), language);
      showToast({
        kind: isDone ? 'success' : 'error',
        message: isDone
          ? t('IMPORT.TOAST_DONE', { layer: result.layerName, number })
          : t('IMPORT.TOAST_FAILED', { name: files[0]?.name ?? '' }),
        action: { label: t('IMPORT.OPEN'), onAct: () => openImport({ kind: 'existing', id }) },
      });
    };
    for (const one of all ?? []) {
      if (one.state === 'importing') runningImports.add(one.id);
      else if (runningImports.delete(one.id)) notify(one);
    }
  }, [all, t, language, refresh]);
  return null;
}
