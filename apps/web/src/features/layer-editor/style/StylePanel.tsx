import { SIZE_PROPERTIES } from '@pgis/cartography';
import type { Classifier } from '@pgis/contract';
import { useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { setDialogWide } from '../dialog/dialogLayout.ts';
import type { LayerForm } from '../form/useTreeNodeForm.ts';
import { selectRule } from './draft/changeStyle.ts';
import { selectionOf } from './draft/StyleDraft.ts';
import { listStyleProblems } from './draft/styleProblems.ts';
import { useFirstProblem, useStyleEditor } from './draft/useStyleEditor.ts';
import { MakeRules } from './make-rules/MakeRules.tsx';
import { StylePreviews } from './preview/StylePreviews.tsx';
import { RuleConditions } from './rules/RuleConditions.tsx';
import { RuleList } from './rules/RuleList.tsx';
import { RuleNames } from './rules/RuleNames.tsx';
import { RuleTools } from './rules/RuleTools.tsx';
import { StyleHead, type StyleView } from './StyleHead.tsx';
import classes from './StylePanel.module.css';
import { StyleTabs } from './StyleTabs.tsx';
import { SizeByValue } from './size/SizeByValue.tsx';
import { type StyleTab, tabOf } from './styleTabs.ts';

interface StylePanelProps {
  readonly form: LayerForm;
  /** The stored layer; null for a new one. */
  readonly layer: Classifier | null;
  /** True when this layer is edited, so that it can be previewed on the map. */
  readonly isOwnLayer: boolean;
  readonly isReadOnly: boolean;
}

/** STYLE-01..12, RULE-01..15: the style of a layer. */
export default function StylePanel({ form, layer, isOwnLayer, isReadOnly }: StylePanelProps) {
  const { t } = useTexts();
  const editor = useStyleEditor(form, isReadOnly);
  const { draft } = editor;
  const selection = selectionOf(draft);
  const [isAdvanced, setAdvanced] = useState(draft.rules.length > 0);
  const [tab, setTab] = useState<StyleTab>(() => startTab(layer));
  const [isMaking, setMaking] = useState(false);
  const [view, setView] = useState<StyleView>('rules');
  const problems = listStyleProblems(form.errors, draft);
  const hasTheme = (draft.fallback.theme ?? 'none') !== 'none';
  const kind = layer?.kinds[0] ?? 'polygon';

  // STYLE-02
  useEffect(() => {
    setDialogWide(isAdvanced);
    return () => setDialogWide(false);
  }, [isAdvanced]);
  useFirstProblem(form, ({ rule, property }) => {
    const isSize = property in SIZE_PROPERTIES;
    setView(isSize ? 'size' : 'rules');
    if (isSize) return;
    setTab((before) => tabOf(property) ?? before);
    if (rule !== 'default') setAdvanced(true);
    setMaking(false);
    editor.change(selectRule(draft, rule));
  });
  const whole = problems.find(({ property }) => property === '')?.text;
  return (
    <div className={classes.panel}>
      <StyleHead
        editor={editor}
        view={view}
        onView={setView}
        isAdvanced={isAdvanced}
        onAdvanced={(isOn) => {
          setAdvanced(isOn);
          // Names the edited rule when the list is hidden.
          if (!isOn) editor.change(selectRule(draft, 'default'));
        }}
      />
      {hasTheme && view === 'rules' && <p className={classes.hint}>{t('STYLE.THEME_NOTE')}</p>}
      {whole !== undefined && (
        <p role="alert" className={classes.error}>
          {whole}
        </p>
      )}
      <div className={classes.columns}>
        {view === 'size' && <SizeByValue editor={editor} layerId={layer?.id ?? null} kind={kind} />}
        {view === 'rules' && isAdvanced && (
          <fieldset className={classes.rules} disabled={hasTheme} aria-label={t('STYLE.RULES')}>
            <div className={classes.title}>{t('STYLE.RULES')}</div>
            <RuleList
              draft={draft}
              fields={editor.fields}
              kind={kind}
              isResting={hasTheme}
              marked={new Set(problems.map(({ rule }) => rule))}
              onSelect={(next) => {
                setMaking(false);
                editor.change(next);
              }}
            />
            {!isReadOnly && (
              <RuleTools
                editor={editor}
                layerId={layer?.id ?? null}
                isMaking={isMaking}
                onMake={() => setMaking(!isMaking)}
              />
            )}
            <p className={classes.note}>{t('STYLE.RULES_NOTE')}</p>
          </fieldset>
        )}
        {view === 'size' ? null : isAdvanced && isMaking && !hasTheme ? (
          <MakeRules
            editor={editor}
            layerId={layer?.id ?? null}
            kind={kind}
            onClose={() => setMaking(false)}
          />
        ) : (
          // Half-typed text belongs to the rule it was typed for, so the controls mount again with each rule.
          <div key={String(selection)} className={classes.editor}>
            {isAdvanced && !hasTheme && selection.length === 1 && (
              <>
                {draft.selected !== 'default' && <RuleConditions editor={editor} />}
                <RuleNames editor={editor} />
              </>
            )}
            {selection.length > 1 && (
              <p role="status" className={classes.hint}>
                {t('STYLE.RULES_SELECTED', { count: selection.length })}
              </p>
            )}
            <StyleTabs
              editor={editor}
              tab={tab}
              onTab={setTab}
              marked={
                new Set(
                  problems.flatMap(({ rule, property }) =>
                    selection.includes(rule) ? (tabOf(property) ?? []) : [],
                  ),
                )
              }
            />
          </div>
        )}
        <StylePreviews editor={editor} layer={isOwnLayer ? layer : null} />
      </div>
    </div>
  );
}

/** Tab with the most properties for the layer's geometry kind. */
function startTab(layer: Classifier | null): StyleTab {
  const kinds = layer?.kinds ?? [];
  if (kinds.includes('polygon')) return 'fill';
  return kinds.includes('point') && !kinds.includes('line') ? 'icons' : 'line';
}
