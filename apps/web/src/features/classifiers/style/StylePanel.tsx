import type { Classifier } from '@pgis/contract';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { setDialogWide } from '../dialogLook.ts';
import type { ClassifierForm } from '../useClassifierForm.ts';
import { selectRule } from './changeStyle.ts';
import { RuleList } from './RuleList.tsx';
import { RuleTools } from './RuleTools.tsx';
import { StyleHead } from './StyleHead.tsx';
import classes from './StylePanel.module.css';
import { StylePreviews } from './StylePreviews.tsx';
import { StyleTabs } from './StyleTabs.tsx';
import { listStyleProblems } from './styleProblems.ts';
import { type StyleTab, tabOf } from './styleTabs.ts';
import { useFirstProblem, useStyleEditor } from './useStyleEditor.ts';

interface StylePanelProps {
  readonly form: ClassifierForm;
  /** The stored layer; null of a new one. */
  readonly layer: Classifier | null;
  /** Whether it is this layer that is edited, and so may be looked at on the map. */
  readonly isOwnLayer: boolean;
  readonly isReadOnly: boolean;
}

/** STYLE-01..12, RULE-01..15: how the objects of a layer look. */
export default function StylePanel({ form, layer, isOwnLayer, isReadOnly }: StylePanelProps) {
  const { t } = useTexts();
  const editor = useStyleEditor(form, isReadOnly);
  const { draft } = editor;
  const [isAdvanced, setAdvanced] = useState(draft.rules.length > 0);
  const [tab, setTab] = useState<StyleTab>(() => startTab(layer));
  const problems = listStyleProblems(form.errors, draft);
  const hasTheme = (draft.fallback.theme ?? 'none') !== 'none';
  const kind = layer?.kinds[0] ?? 'polygon';

  // STYLE-02
  useEffect(() => {
    setDialogWide(isAdvanced);
    return () => setDialogWide(false);
  }, [isAdvanced]);
  useFirstProblem(form, ({ rule, property }) => {
    if (property !== '') setTab(tabOf(property));
    if (rule !== 'default') setAdvanced(true);
    editor.change(selectRule(draft, rule));
  });
  const whole = problems.find(({ property }) => property === '')?.text;
  return (
    <div className={classes.panel}>
      <StyleHead
        editor={editor}
        isAdvanced={isAdvanced}
        onAdvanced={(isOn) => {
          setAdvanced(isOn);
          // Without the list nothing says which rule is edited.
          if (!isOn) editor.change(selectRule(draft, 'default'));
        }}
      />
      {hasTheme && <p className={classes.hint}>{t('STYLE.THEME_NOTE')}</p>}
      {whole !== undefined && (
        <p role="alert" className={classes.error}>
          {whole}
        </p>
      )}
      <div className={classes.columns}>
        {isAdvanced && (
          <fieldset className={classes.rules} disabled={hasTheme} aria-label={t('STYLE.RULES')}>
            <div className={classes.title}>{t('STYLE.RULES')}</div>
            <RuleList
              draft={draft}
              fields={editor.fields}
              kind={kind}
              isResting={hasTheme}
              marked={new Set(problems.map(({ rule }) => rule))}
              onSelect={(rule) => editor.change(selectRule(draft, rule))}
            />
            {!isReadOnly && <RuleTools editor={editor} layerId={layer?.id ?? null} />}
            <p className={classes.note}>{t('STYLE.RULES_NOTE')}</p>
          </fieldset>
        )}
        <StyleTabs
          // What was half typed belongs to the rule it was typed for.
          key={String(draft.selected)}
          editor={editor}
          tab={tab}
          onTab={setTab}
          marked={
            new Set(
              problems.flatMap(({ rule, property }) => (rule === draft.selected ? tabOf(property) : [])),
            )
          }
        />
        <StylePreviews editor={editor} layer={isOwnLayer ? layer : null} />
      </div>
    </div>
  );
}

/** Where most of what a layer has to choose is. */
function startTab(layer: Classifier | null): StyleTab {
  const kinds = layer?.kinds ?? [];
  if (kinds.includes('polygon')) return 'fill';
  return kinds.includes('point') && !kinds.includes('line') ? 'icons' : 'line';
}
