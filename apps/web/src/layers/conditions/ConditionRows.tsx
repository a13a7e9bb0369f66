import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { type Operator, operators } from '@pgis/conditions';
import { type FieldLabels, type FieldSchema, limits, type Ruleset } from '@pgis/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import classes from './ConditionRows.module.css';
import { ConditionValue } from './ConditionValue.tsx';
import { operatorText } from './conditionText.ts';
import { operatorsFor, withOperator } from './operatorChoices.ts';

type Rule = Ruleset['rules'][number];

/** Names of fields and of values in the reader's language. */
export type ConditionLabels = Pick<FieldLabels, 'of' | 'ofValue'>;

interface ConditionRowsProps {
  readonly fields: readonly string[];
  readonly labels: ConditionLabels;
  /** Schemas by field; a report of several layers has none, because each may describe a field differently. */
  readonly schemas?: ReadonlyMap<string, FieldSchema>;
  readonly ruleset: Ruleset | null;
  /** Operator of a new rule. */
  readonly firstOperator?: Operator;
  /** True where all rules have to hold. */
  readonly isConjunction?: boolean;
  readonly maxRules?: number;
  /** Rules that cannot be removed. */
  readonly minRules?: number;
  readonly isReadOnly?: boolean;
  /** Texts of the buttons, where a rule is something else. */
  readonly addText?: string;
  readonly removeText?: string;
  readonly onChange: (ruleset: Ruleset) => void;
}

const noSchemas: ReadonlyMap<string, FieldSchema> = new Map();

/** Conditions on fields. */
export function ConditionRows({
  fields,
  labels,
  schemas = noSchemas,
  ruleset,
  firstOperator = '=',
  isConjunction = false,
  maxRules = limits.filterRules,
  minRules = 0,
  isReadOnly = false,
  addText,
  removeText,
  onChange,
}: ConditionRowsProps) {
  const { t } = useTexts();
  const { condition, rules } = ruleset ?? { condition: 'and' as const, rules: [] };
  const set = (index: number, change: Partial<Rule>) =>
    onChange({ condition, rules: rules.map((rule, at) => (at === index ? { ...rule, ...change } : rule)) });
  return (
    <>
      {rules.length > 1 && !isConjunction && (
        <SegmentedControl
          size="xs"
          aria-label={t('CLASSIFIERS.FILTER_COMBINATOR')}
          disabled={isReadOnly}
          data={[
            { value: 'and', label: t('CLASSIFIERS.FILTER_AND') },
            { value: 'or', label: t('CLASSIFIERS.FILTER_OR') },
          ]}
          value={condition}
          onChange={(value) => onChange({ condition: value === 'or' ? 'or' : 'and', rules })}
        />
      )}
      {rules.map((rule, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its index.
          key={index}
          rule={rule}
          fields={fields}
          labels={labels}
          schema={schemas.get(rule.field)}
          isReadOnly={isReadOnly}
          isRemovable={rules.length > minRules}
          removeText={removeText ?? t('CLASSIFIERS.REMOVE_RULE')}
          onChange={(change) => set(index, change)}
          onRemove={() => onChange({ condition, rules: rules.toSpliced(index, 1) })}
        />
      ))}
      {!isReadOnly && (
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={fields.length === 0 || rules.length >= maxRules}
          onClick={() => {
            const rule = { field: fields[0] ?? '', operator: firstOperator, value: '' };
            onChange({ condition, rules: [...rules, rule] });
          }}
        >
          {addText ?? t('CLASSIFIERS.ADD_RULE')}
        </Button>
      )}
    </>
  );
}

interface ConditionRowProps {
  readonly rule: Rule;
  readonly fields: readonly string[];
  readonly labels: ConditionLabels;
  readonly schema: FieldSchema | undefined;
  readonly isReadOnly: boolean;
  readonly isRemovable: boolean;
  readonly removeText: string;
  readonly onChange: (change: Partial<Rule>) => void;
  readonly onRemove: () => void;
}

function ConditionRow({
  rule,
  fields,
  labels,
  schema,
  isReadOnly,
  isRemovable,
  removeText,
  onChange,
  onRemove,
}: ConditionRowProps) {
  const { t } = useTexts();
  const { field, operator } = rule;
  const offered = operatorsFor(schema);
  return (
    <div className={classes.rule}>
      <Select
        aria-label={t('CLASSIFIERS.FILTER_FIELD')}
        data={[...new Set([...fields, field])]
          .filter((one) => one !== '')
          .map((one) => ({ value: one, label: labels.of(one) }))}
        searchable
        allowDeselect={false}
        disabled={isReadOnly}
        value={field === '' ? null : field}
        onChange={(selected) => onChange({ field: selected ?? field })}
      />
      <Select
        aria-label={t('CLASSIFIERS.FILTER_OPERATOR')}
        data={operators
          .filter((one) => offered.includes(one) || one === operator)
          .map((one) => ({ value: one, label: operatorText(t, one) }))}
        allowDeselect={false}
        disabled={isReadOnly}
        value={operator}
        onChange={(selected) => onChange(withOperator(rule, (selected ?? '=') as Operator))}
      />
      <div className={classes.value}>
        <ConditionValue
          condition={rule}
          schema={schema}
          label={t('CLASSIFIERS.FILTER_VALUE')}
          labelOf={(value) => labels.ofValue(field, value)}
          disabled={isReadOnly}
          onChange={(value) => onChange({ value })}
        />
      </div>
      {!isReadOnly && isRemovable && (
        <ActionIcon aria-label={removeText} onClick={onRemove}>
          <IconX size={16} />
        </ActionIcon>
      )}
    </div>
  );
}
