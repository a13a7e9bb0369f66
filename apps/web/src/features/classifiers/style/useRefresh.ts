import { refreshStyle } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { appendRules } from './changeStyle.ts';
import { readGenerated } from './readGenerated.ts';
import { toStyle } from './StyleDraft.ts';
import type { StyleEditor } from './StyleEditor.ts';

/** Adds a rule for each value of a field that has none, and leaves those alone that are there. Says what went wrong. */
export function useRefresh(editor: StyleEditor, layerId: number | null) {
  const { t } = useTexts();
  const [isRefreshing, setRefreshing] = useState(false);

  const refresh = async (field: string): Promise<string | null> => {
    const { draft, fields } = editor;
    const isStored = fields.some(({ storedName }) => storedName === field);
    if (layerId === null || !isStored) return t('STYLE.SAVE_FIRST');
    setRefreshing(true);
    try {
      const answer = await callApi(refreshStyle, {
        params: { classifierId: layerId, ruleKey: field },
        body: { geomStyle: JSON.stringify(toStyle(draft)) },
      });
      const rules = readGenerated(answer);
      editor.change(appendRules(draft, rules));
      showToast({ kind: 'success', message: t('STYLE.REFRESHED', { count: rules.length }) });
      return null;
    } catch (cause) {
      return errorText(t, cause);
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, isRefreshing };
}
