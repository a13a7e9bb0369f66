import { Select } from '@mantine/core';
import type { Operator } from '@pgis/conditions';
import { dependsOnReader, type FieldSchema, fieldSchemaLimits } from '@pgis/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { ConditionValue } from '../../../../layers/conditions/ConditionValue.tsx';
import { operatorText } from '../../../../layers/conditions/conditionText.ts';
import { operatorsFor, withOperator } from '../../../../layers/conditions/operatorChoices.ts';
import type { FieldRow } from '../../form/LayerValues.ts';
import { withProperty } from './changeType.ts';
import classes from './SchemaPanel.module.css';

interface ShowIfProps {
  readonly schema: FieldSchema;
  readonly others: readonly OtherField[];
  readonly error: ReactNode;
  readonly onChange: (schema: FieldSchema) => void;
}

/** Another field, on which a condition may depend. */
export type OtherField = Pick<FieldRow, 'name' | 'schema'>;

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** The condition on another field under which the form shows this one. */
export function ShowIf({ schema, others, error, onChange }: ShowIfProps) {
  const { t } = useTexts();
  const { showIf } = schema;
  const names = others.filter(({ schema }) => !dependsOnReader(schema?.type)).map(({ name }) => name);
  const set = (condition: FieldSchema['showIf'] | null) =>
    onChange(withProperty(schema, 'showIf', condition ?? null));
  return (
    <div className={classes.condition}>
      <Select
        label={t('FIELDS.SHOW_IF')}
        placeholder={t('FIELDS.ALWAYS')}
        clearable
        error={error}
        data={[...new Set(showIf === undefined ? names : [...names, showIf.field])]}
        value={showIf?.field ?? null}
        comboboxProps={popover}
        onChange={(field) => set(field === null ? null : { operator: '=', value: '', ...showIf, field })}
      />
      {showIf !== undefined && (
        <Comparison
          condition={showIf}
          cause={others.find(({ name }) => name === showIf.field)?.schema}
          onChange={set}
        />
      )}
    </div>
  );
}

interface ComparisonProps {
  readonly condition: NonNullable<FieldSchema['showIf']>;
  /** Schema of the field that the condition names. */
  readonly cause: FieldSchema | null | undefined;
  readonly onChange: (condition: NonNullable<FieldSchema['showIf']>) => void;
}

function Comparison({ condition, cause, onChange }: ComparisonProps) {
  const { t } = useTexts();
  const { operator } = condition;
  const offered = operatorsFor(cause);
  const spoken: Partial<Record<Operator, string>> = { '=': t('FIELDS.IS'), '!=': t('FIELDS.IS_NOT') };
  return (
    <>
      <Select
        aria-label={`${t('FIELDS.SHOW_IF')}: ${t('CLASSIFIERS.FILTER_OPERATOR')}`}
        data={(offered.includes(operator) ? offered : [operator, ...offered]).map((one) => ({
          value: one,
          label: spoken[one] ?? operatorText(t, one),
        }))}
        value={operator}
        allowDeselect={false}
        comboboxProps={popover}
        onChange={(selected) => onChange(withOperator(condition, (selected ?? '=') as Operator))}
      />
      <ConditionValue
        condition={condition}
        schema={cause}
        label={`${t('FIELDS.SHOW_IF')}: ${t('CLASSIFIERS.FILTER_VALUE')}`}
        maxLength={fieldSchemaLimits.conditionLength}
        placeholder={t('FIELDS.EMPTY_VALUE')}
        onChange={(value) => onChange({ ...condition, value })}
      />
    </>
  );
}
