import { errorText, useTexts } from '../../../../i18n/index.ts';
import { useRefreshStyle } from '../../../../layers/generateStyle.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { toStyle } from '../draft/StyleDraft.ts';
import { hasStoredField, type StyleEditor } from '../draft/StyleEditor.ts';
import { addInOrder } from '../make-rules/makeRules.ts';
import { readGenerated } from './readGenerated.ts';

/**
 * Adds a rule for each value of a field that has none and is in no range of a rule; existing rules stay, also those edited while the server
 * answered. Shows failures.
 */
export function useRefresh(editor: StyleEditor, layerId: number | null) {
  const { t } = useTexts();
  const { mutateAsync, isPending } = useRefreshStyle();

  const refresh = async (field: string): Promise<string | null> => {
    const requested = editor.latest();
    if (layerId === null || !hasStoredField(requested, field)) return t('STYLE.SAVE_FIRST');
    try {
      const answer = await mutateAsync({
        layerId,
        field,
        geomStyle: JSON.stringify(toStyle(requested.draft)),
      });
      const now = editor.latest();
      if (!hasStoredField(now, field)) return null;
      const next = addInOrder(now.draft, field, readGenerated(answer));
      editor.change(next);
      const count = next.rules.length - now.draft.rules.length;
      showToast({ kind: 'success', message: t('STYLE.REFRESHED', { count }) });
      return null;
    } catch (cause) {
      return errorText(t, cause);
    }
  };
  return { refresh, isRefreshing: isPending };
}
