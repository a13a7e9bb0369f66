import { refreshStyle } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { appendRules } from './changeStyle.ts';
import { readGenerated } from './readGenerated.ts';
import { toStyle } from './StyleDraft.ts';
import { hasStoredField, type StyleEditor } from './StyleEditor.ts';

/**
 * Adds a rule for each value of a field that has none, and leaves those alone that are there, also what was
 * edited while the server answered. Says what went wrong.
 */
export function useRefresh(editor: StyleEditor, layerId: number | null) {
  const { t } = useTexts();
  const [isRefreshing, setRefreshing] = useState(false);

  const refresh = async (field: string): Promise<string | null> => {
    const asked = editor.latest();
    if (layerId === null || !hasStoredField(asked, field)) return t('STYLE.SAVE_FIRST');
    setRefreshing(true);
    try {
      const answer = await callApi(refreshStyle, {
        params: { classifierId: layerId, ruleKey: field },
        body: { geomStyle: JSON.stringify(toStyle(asked.draft)) },
      });
      const now = editor.latest();
      if (!hasStoredField(now, field)) return null;
      const next = appendRules(now.draft, readGenerated(answer));
      editor.change(next);
      const count = next.rules.length - now.draft.rules.length;
      showToast({ kind: 'success', message: t('STYLE.REFRESHED', { count }) });
      return null;
    } catch (cause) {
      return errorText(t, cause);
    } finally {
      setRefreshing(false);
    }
  };
  return { refresh, isRefreshing };
}
