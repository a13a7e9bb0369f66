import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { type FieldSchema, SEVERAL_SEPARATOR, splitSeveral } from '@pgis/contract';
import { useTexts } from '../../../../i18n/index.ts';

interface SeveralInputProps extends Omit<MultiSelectProps, 'value' | 'onChange' | 'data'> {
  readonly schema: FieldSchema;
  /** Label of a value of the list. */
  readonly labelOf: ((value: string) => string) | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several values of a list. Those that are no longer in it are offered, too, so that they can be removed. */
export function SeveralInput({ schema, labelOf, value, onChange, ...rest }: SeveralInputProps) {
  const { t } = useTexts();
  const [values, selected] = [(schema.values ?? []).map((one) => one.value), splitSeveral(value)];
  return (
    <MultiSelect
      {...rest}
      searchable={values.length > 8}
      clearable={schema.required !== true}
      placeholder={selected.length === 0 ? t('FIELDS.CHOOSE') : ''}
      data={[...new Set([...values, ...selected])].map((one) => ({
        value: one,
        label: labelOf?.(one) ?? one,
      }))}
      value={[...selected]}
      onChange={(next) => onChange(next.join(SEVERAL_SEPARATOR))}
      comboboxProps={{ withinPortal: true, zIndex: 'var(--z-popover)' }}
    />
  );
}
