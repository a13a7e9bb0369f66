import { generateStyle } from '@pgis/contract';
import { useState } from 'react';
import { callApi } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/dialogs/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { replaceRules } from './changeStyle.ts';
import { paintGenerated } from './paintGenerated.ts';
import type { Ramp } from './ramps.ts';
import { readGenerated } from './readGenerated.ts';
import { hasStoredField, type StyleEditor } from './StyleEditor.ts';

/** RULE-11..13: asks, then puts a rule for each value of a field in the place of all rules. Says what went wrong. */
export function useGenerate(editor: StyleEditor, layerId: number | null) {
  const { t } = useTexts();
  const [isBusy, setBusy] = useState(false);

  const generate = async (field: string, ramp: Ramp | undefined): Promise<string | null> => {
    const asked = editor.latest();
    const { draft } = asked;
    if (layerId === null || !hasStoredField(asked, field)) return t('STYLE.SAVE_FIRST');
    if (!(await confirm({ message: t('GENERATE_WARNING'), isDestructive: draft.rules.length > 0 })))
      return null;
    setBusy(true);
    try {
      const answer = await callApi(generateStyle, {
        params: { classifierId: layerId, ruleKey: field },
        body: {},
      });
      const now = editor.latest();
      if (!hasStoredField(now, field)) return null;
      const rules = paintGenerated(readGenerated(answer), now.draft.fallback, ramp);
      editor.change(replaceRules(now.draft, rules, draft));
      showToast({ kind: 'success', message: t('STYLE.GENERATED', { count: rules.length }) });
      return null;
    } catch (cause) {
      return errorText(t, cause);
    } finally {
      setBusy(false);
    }
  };
  return { generate, isBusy };
}
