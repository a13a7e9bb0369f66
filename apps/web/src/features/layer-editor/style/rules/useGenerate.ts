import { errorText, useTexts } from '../../../../i18n/index.ts';
import { useGenerateStyle } from '../../../../layers/generateStyle.ts';
import { confirm } from '../../../../ui/dialogs/index.ts';
import { showToast } from '../../../../ui/toasts/index.ts';
import { replaceRules } from '../draft/changeStyle.ts';
import { hasStoredField, type StyleEditor } from '../draft/StyleEditor.ts';
import { paintGenerated } from './paintGenerated.ts';
import type { Ramp } from './ramps.ts';
import { readGenerated } from './readGenerated.ts';

/** RULE-11..13: asks the user, then replaces all rules by one for each value of a field. Shows failures. */
export function useGenerate(editor: StyleEditor, layerId: number | null) {
  const { t } = useTexts();
  const { mutateAsync, isPending } = useGenerateStyle();

  const generate = async (field: string, ramp: Ramp | undefined): Promise<string | null> => {
    const requested = editor.latest();
    const { draft } = requested;
    if (layerId === null || !hasStoredField(requested, field)) return t('STYLE.SAVE_FIRST');
    if (!(await confirm({ message: t('GENERATE_WARNING'), isDestructive: draft.rules.length > 0 })))
      return null;
    try {
      const answer = await mutateAsync({ layerId, field });
      const now = editor.latest();
      if (!hasStoredField(now, field)) return null;
      const rules = paintGenerated(readGenerated(answer), now.draft.fallback, ramp);
      editor.change(replaceRules(now.draft, rules, draft));
      showToast({ kind: 'success', message: t('STYLE.GENERATED', { count: rules.length }) });
      return null;
    } catch (cause) {
      return errorText(t, cause);
    }
  };
  return { generate, isBusy: isPending };
}
