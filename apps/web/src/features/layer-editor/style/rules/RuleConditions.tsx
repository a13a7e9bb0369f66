import { MAX_RULE_CONDITIONS } from '@pgis/cartography';
import type { Ruleset } from '@pgis/conditions';
import { canBeNamedInStyles, fieldLabels } from '@pgis/contract';
import { useState } from 'react';
import { type Language, useTexts } from '../../../../i18n/index.ts';
import { type ConditionLabels, ConditionRows } from '../../../../layers/conditions/ConditionRows.tsx';
import { comparisonText } from '../../../../layers/conditions/conditionText.ts';
import { type FieldRow, fieldReference } from '../../form/LayerValues.ts';
import { conditionsOf, setConditions } from '../draft/ruleConditions.ts';
import { ruleAt } from '../draft/StyleDraft.ts';
import type { StyleEditor } from '../draft/StyleEditor.ts';
import classes from './RuleConditions.module.css';

/** Conditions of the selected rule. One comparison with `=` stays a rule for a value. */
export function RuleConditions({ editor }: { readonly editor: StyleEditor }) {
  const { t, language } = useTexts();
  const { draft, fields, companyLanguage, isReadOnly, change, problemOf } = editor;
  const named = fields.filter(({ name }) => name.trim() !== '' && canBeNamedInStyles(name));
  const labels = labelsOfRows(named, { language, companyLanguage });
  const schemas = new Map(named.flatMap((row) => (row.schema ? [[fieldReference(row), row.schema]] : [])));
  const rule = ruleAt(draft, draft.selected);
  // A rule for a value stores it trimmed, so a space that is being typed is held here until the input trims it.
  const [typed, setTyped] = useState<{ readonly name: string | undefined; readonly ruleset: Ruleset } | null>(
    null,
  );
  const ruleset = typed !== null && typed.name === rule.rule ? typed.ruleset : conditionsOf(rule);
  const error = problemOf('ruleConditions');

  /** Text of the rule, which begins with its first field: `≥ 20, height < 5`. */
  const textOf = ({ condition, rules }: Ruleset) =>
    rules
      .map(({ field, ...comparison }) => {
        const labelOf = (value: string) => labels.ofValue(field, value);
        const text = comparisonText(comparison, { t, language }, { schema: schemas.get(field), labelOf });
        return field === rules[0]?.field ? text : `${labels.of(field)} ${text}`;
      })
      .join(` ${t(condition === 'or' ? 'CLASSIFIERS.FILTER_OR' : 'CLASSIFIERS.FILTER_AND')} `);
  return (
    <fieldset className={classes.conditions}>
      <legend className={classes.legend}>{t('STYLE.CONDITIONS')}</legend>
      <ConditionRows
        fields={named.map(fieldReference)}
        labels={labels}
        schemas={schemas}
        ruleset={{ ...ruleset, rules: [...ruleset.rules] }}
        minRules={1}
        maxRules={MAX_RULE_CONDITIONS}
        isReadOnly={isReadOnly}
        addText={t('STYLE.ADD_CONDITION')}
        removeText={t('STYLE.REMOVE_CONDITION')}
        onChange={(next) => {
          const changed = setConditions(draft, next, textOf);
          setTyped({ name: ruleAt(changed, changed.selected).rule, ruleset: next });
          change(changed);
        }}
      />
      {error !== undefined && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Labels of the fields as they are edited, by the names that rules use for them. */
function labelsOfRows(
  rows: readonly FieldRow[],
  { language, companyLanguage }: { readonly language: Language; readonly companyLanguage: Language },
): ConditionLabels {
  const names = new Map(rows.map((row) => [fieldReference(row), row.name.trim()]));
  const layerFields = rows.map((row) => ({
    name: fieldReference(row),
    type: 'text' as const,
    names: row.names,
    ...(row.schema && { schema: row.schema }),
  }));
  const labels = fieldLabels({ layerFields, companyLanguage }, language);
  return {
    of: (field) => {
      const label = labels.of(field);
      return label === field ? (names.get(field) ?? field) : label;
    },
    ofValue: labels.ofValue,
  };
}
