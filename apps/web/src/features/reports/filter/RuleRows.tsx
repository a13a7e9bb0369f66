import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { type Operator, operators } from '@pgis/conditions';
import { type FieldSchema, limits, type Ruleset } from '@pgis/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { ConditionValue } from '../../../layers/conditions/ConditionValue.tsx';
import { operatorText } from '../../../layers/conditions/conditionText.ts';
import { operatorsFor, withOperator } from '../../../layers/conditions/operatorChoices.ts';
import classes from './RuleRows.module.css';

type Rule = Ruleset['rules'][number];

interface RuleRowsProps {
  readonly fields: readonly string[];
  /** Schemas by field; a report of several layers has none, because each may describe a field differently. */
  readonly schemas?: ReadonlyMap<string, FieldSchema>;
  readonly ruleset: Ruleset | null;
  /** Operator of a new rule. */
  readonly firstOperator?: Operator;
  /** True where all rules have to hold. */
  readonly isConjunction?: boolean;
  readonly onChange: (ruleset: Ruleset) => void;
}

const noSchemas: ReadonlyMap<string, FieldSchema> = new Map();

/** Conditions on fields. */
export function RuleRows({
  fields,
  schemas = noSchemas,
  ruleset,
  firstOperator = '=',
  isConjunction = false,
  onChange,
}: RuleRowsProps) {
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
          data={[
            { value: 'and', label: t('CLASSIFIERS.FILTER_AND') },
            { value: 'or', label: t('CLASSIFIERS.FILTER_OR') },
          ]}
          value={condition}
          onChange={(value) => onChange({ condition: value === 'or' ? 'or' : 'and', rules })}
        />
      )}
      {rules.map((rule, index) => (
        <RuleRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its index.
          key={index}
          rule={rule}
          fields={fields}
          schema={schemas.get(rule.field)}
          onChange={(change) => set(index, change)}
          onRemove={() => onChange({ condition, rules: rules.toSpliced(index, 1) })}
        />
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        disabled={fields.length === 0 || rules.length >= limits.filterRules}
        onClick={() => {
          const rule = { field: fields[0] ?? '', operator: firstOperator, value: '' };
          onChange({ condition, rules: [...rules, rule] });
        }}
      >
        {t('CLASSIFIERS.ADD_RULE')}
      </Button>
    </>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly fields: readonly string[];
  readonly schema: FieldSchema | undefined;
  readonly onChange: (change: Partial<Rule>) => void;
  readonly onRemove: () => void;
}

function RuleRow({ rule, fields, schema, onChange, onRemove }: RuleRowProps) {
  const { t } = useTexts();
  const { field, operator } = rule;
  const offered = operatorsFor(schema);
  return (
    <div className={classes.rule}>
      <Select
        aria-label={t('CLASSIFIERS.FILTER_FIELD')}
        data={[...new Set([...fields, field])].filter((one) => one !== '')}
        searchable
        value={field === '' ? null : field}
        onChange={(selected) => onChange({ field: selected ?? '' })}
      />
      <Select
        aria-label={t('CLASSIFIERS.FILTER_OPERATOR')}
        data={operators
          .filter((one) => offered.includes(one) || one === operator)
          .map((one) => ({ value: one, label: operatorText(t, one) }))}
        allowDeselect={false}
        value={operator}
        onChange={(selected) => onChange(withOperator(rule, (selected ?? '=') as Operator))}
      />
      <div className={classes.value}>
        <ConditionValue
          condition={rule}
          schema={schema}
          label={t('CLASSIFIERS.FILTER_VALUE')}
          onChange={(value) => onChange({ value })}
        />
      </div>
      <ActionIcon aria-label={t('CLASSIFIERS.REMOVE_RULE')} onClick={onRemove}>
        <IconX size={16} />
      </ActionIcon>
    </div>
  );
}
