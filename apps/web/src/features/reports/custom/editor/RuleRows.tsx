import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core';
import { limits, type ReportRuleset, reportOperators } from '@pgis/contract';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import classes from '../custom.module.css';
import { operatorText } from '../reportTexts.ts';

interface RuleRowsProps {
  readonly fields: readonly string[];
  readonly ruleset: ReportRuleset | null;
  readonly onChange: (ruleset: ReportRuleset) => void;
}
type Rule = ReportRuleset['rules'][number];

/** Conditions on fields: equal, different, or containing a value. */
export function RuleRows({ fields, ruleset, onChange }: RuleRowsProps) {
  const { t } = useTexts();
  const { condition, rules } = ruleset ?? { condition: 'and' as const, rules: [] };
  const set = (index: number, change: Partial<Rule>) =>
    onChange({ condition, rules: rules.map((rule, at) => (at === index ? { ...rule, ...change } : rule)) });
  return (
    <>
      {rules.length > 1 && (
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
      {rules.map(({ field, operator, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no identity but its index.
        <div key={index} className={classes.rule}>
          <Select
            aria-label={t('CLASSIFIERS.FILTER_FIELD')}
            data={[...new Set([...fields, field])].filter((one) => one !== '')}
            searchable
            value={field === '' ? null : field}
            onChange={(selected) => set(index, { field: selected ?? '' })}
          />
          <Select
            aria-label={t('CLASSIFIERS.FILTER_OPERATOR')}
            data={reportOperators.map((one) => ({ value: one, label: operatorText(t, one) }))}
            allowDeselect={false}
            value={operator}
            onChange={(selected) =>
              set(index, { operator: reportOperators.find((one) => one === selected) ?? '=' })
            }
          />
          <TrimmedTextInput
            className={classes.ruleValue ?? ''}
            aria-label={t('CLASSIFIERS.FILTER_VALUE')}
            maxLength={limits.data.valueLength}
            value={value}
            onChange={(next) => set(index, { value: next })}
          />
          <ActionIcon
            aria-label={t('CLASSIFIERS.REMOVE_RULE')}
            onClick={() => onChange({ condition, rules: rules.toSpliced(index, 1) })}
          >
            <IconX size={16} />
          </ActionIcon>
        </div>
      ))}
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        disabled={fields.length === 0 || rules.length >= limits.filterRules}
        onClick={() =>
          onChange({ condition, rules: [...rules, { field: fields[0] ?? '', operator: '=', value: '' }] })
        }
      >
        {t('CLASSIFIERS.ADD_RULE')}
      </Button>
    </>
  );
}
