import { Select } from '@mantine/core';
import { type FieldSchema, fieldSchemaLimits } from '@pgis/contract';
import type { ReactNode } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { withProperty } from './changeType.ts';
import classes from './SchemaPanel.module.css';

interface ShowIfProps {
  readonly schema: FieldSchema;
  /** Names of the other fields. */
  readonly others: readonly string[];
  readonly error: ReactNode;
  readonly onChange: (schema: FieldSchema) => void;
}

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** The condition on another field under which the form shows this one. */
export function ShowIf({ schema, others, error, onChange }: ShowIfProps) {
  const { t } = useTexts();
  const { showIf } = schema;
  const set = (changes: Partial<NonNullable<FieldSchema['showIf']>>) =>
    onChange(withProperty(schema, 'showIf', { field: '', operator: '=', value: '', ...showIf, ...changes }));
  return (
    <div className={classes.condition}>
      <Select
        label={t('FIELDS.SHOW_IF')}
        placeholder={t('FIELDS.ALWAYS')}
        clearable
        error={error}
        data={[...new Set(showIf === undefined ? others : [...others, showIf.field])]}
        value={showIf?.field ?? null}
        comboboxProps={popover}
        onChange={(field) =>
          field === null ? onChange(withProperty(schema, 'showIf', null)) : set({ field })
        }
      />
      {showIf !== undefined && (
        <Select
          aria-label={`${t('FIELDS.SHOW_IF')}: ${t('CLASSIFIERS.FILTER_OPERATOR')}`}
          data={[
            { value: '=', label: t('FIELDS.IS') },
            { value: '!=', label: t('FIELDS.IS_NOT') },
          ]}
          value={showIf.operator}
          allowDeselect={false}
          comboboxProps={popover}
          onChange={(operator) => set({ operator: operator === '!=' ? '!=' : '=' })}
        />
      )}
      {showIf !== undefined && (
        <TrimmedTextInput
          aria-label={`${t('FIELDS.SHOW_IF')}: ${t('CLASSIFIERS.FILTER_VALUE')}`}
          placeholder={t('FIELDS.EMPTY_VALUE')}
          maxLength={fieldSchemaLimits.valueLength}
          value={showIf.value}
          onChange={(value) => set({ value })}
        />
      )}
    </div>
  );
}
