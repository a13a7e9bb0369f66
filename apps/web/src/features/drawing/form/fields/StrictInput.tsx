import { Select, Switch } from '@mantine/core';
import { type FieldSchema, fieldSchemaLimits, isNumberType, limits, toStoredValue } from '@pgis/contract';
import { type ReactNode, Suspense, useState } from 'react';
import { type Language, useTexts } from '../../../../i18n/index.ts';
import { rangeText } from '../../../../layers/fields/fieldProblemText.ts';
import { TrimmedTextarea } from '../../../../ui/inputs/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote, lazyPart } from '../../../../ui/lazy-parts/index.ts';
import classes from './StrictInput.module.css';

/** Dates need a calendar, which loads with the first field that shows one. */
const DatePicker = lazyPart(
  async () => ({ default: (await import('../../../../ui/inputs/DatePicker.tsx')).DatePicker }),
  LoadFailureNote,
);

/** Few fields take several values. */
const SeveralInput = lazyPart(
  async () => ({ default: (await import('./SeveralInput.tsx')).SeveralInput }),
  LoadFailureNote,
);

const ReferenceInput = lazyPart(
  async () => ({ default: (await import('../../../../layers/fields/ReferenceInput.tsx')).ReferenceInput }),
  LoadFailureNote,
);

interface StrictInputProps {
  readonly id?: string;
  readonly label: string;
  readonly schema: FieldSchema;
  /** Label of a value of the list. */
  readonly labelOf?: (value: string) => string;
  readonly help?: string | undefined;
  readonly value: string;
  readonly error?: ReactNode;
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
}

/** A decimal point is a comma in the languages that write one. */
const toTyped = (value: string, language: Language): string =>
  language === 'en' ? value : value.replace('.', ',');

const popover = { withinPortal: true, zIndex: 'var(--z-popover)' } as const;

/** The input for a field with a schema: a calendar, a list, a switch or a text with its unit. */
export function StrictInput({ schema, labelOf, help, value, onChange, ...rest }: StrictInputProps) {
  const reader = useTexts();
  const { t, language } = reader;
  // A value that is not of the type stays visible and can be corrected, instead of disappearing in a calendar.
  const [isMisfit] = useState(() => value.trim() !== '' && toStoredValue(schema, value) === undefined);
  const range = rangeText(schema, reader);
  const common = {
    ...rest,
    required: schema.required === true,
    withAsterisk: schema.required === true,
    disabled: schema.readOnly === true,
    // An error says the range itself.
    description: !rest.error && (help || range) ? [help, range].filter(Boolean).join(' · ') : undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input')[],
  };
  const text = { ...common, value, onChange, maxLength: limits.data.valueLength };
  if (schema.type === 'longText')
    return <TrimmedTextarea {...text} className={classes.wide ?? ''} autosize minRows={2} maxRows={8} />;
  if (schema.several === true)
    return (
      <Suspense fallback={<TrimmedTextInput {...text} disabled />}>
        <SeveralInput
          {...common}
          className={classes.wide ?? ''}
          schema={schema}
          labelOf={labelOf}
          value={value}
          onChange={onChange}
        />
      </Suspense>
    );
  if (schema.type === 'reference')
    return (
      <Suspense fallback={<TrimmedTextInput {...text} disabled />}>
        <ReferenceInput {...common} layerId={schema.layer} value={value} onChange={onChange} />
      </Suspense>
    );
  if (schema.type === 'list') {
    const values = (schema.values ?? []).map((one) => one.value);
    return (
      <Select
        {...common}
        searchable={values.length > 8}
        clearable={schema.required !== true}
        placeholder={t('FIELDS.CHOOSE')}
        // A value that is no longer in the list can be kept.
        data={(value === '' || values.includes(value) ? values : [value, ...values]).map((one) => ({
          value: one,
          label: labelOf?.(one) ?? one,
        }))}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        comboboxProps={popover}
      />
    );
  }
  if (schema.type === 'boolean' && !isMisfit)
    return (
      <BooleanInput
        {...common}
        schema={schema}
        value={toStoredValue(schema, value) ?? ''}
        onChange={onChange}
      />
    );
  if (schema.type === 'date' && !isMisfit)
    return (
      <Suspense fallback={<TrimmedTextInput {...text} disabled />}>
        <DatePicker
          {...common}
          clearable={schema.required !== true}
          value={toStoredValue(schema, value) ?? null}
          onChange={(next) => onChange(next ?? '')}
          popoverProps={popover}
        />
      </Suspense>
    );
  if (schema.type === 'dateTime' && !isMisfit)
    return <TrimmedTextInput {...text} type="datetime-local" value={toStoredValue(schema, value) ?? ''} />;
  if (isNumberType(schema.type))
    return (
      <TrimmedTextInput
        {...text}
        inputMode={schema.type === 'integer' ? 'numeric' : 'decimal'}
        value={toTyped(value, language)}
        {...(schema.unit !== undefined && {
          rightSection: <span className={classes.unit}>{schema.unit}</span>,
          rightSectionWidth: `calc(${Math.min(schema.unit.length, fieldSchemaLimits.unitLength)}ch + 20px)`,
        })}
      />
    );
  return <TrimmedTextInput {...text} {...typed[schema.type as keyof typeof typed]} />;
}

/** Keyboards for these texts; browsers shall not check them as well. */
const typed = {
  link: { type: 'url', inputMode: 'url', placeholder: 'https://' },
  phone: { type: 'tel', inputMode: 'tel' },
  email: { inputMode: 'email' },
} as const;

type BooleanInputProps = Pick<
  StrictInputProps,
  'id' | 'label' | 'schema' | 'value' | 'error' | 'onChange' | 'onBlur'
> & {
  readonly required: boolean;
  readonly disabled: boolean;
  readonly description: string | undefined;
};

/** A switch where nothing means no; otherwise a list, because unknown is neither yes nor no. */
function BooleanInput({ schema, value, required, onChange, ...rest }: BooleanInputProps) {
  const { t } = useTexts();
  if (schema.default !== undefined)
    return (
      <Switch
        {...rest}
        withThumbIndicator={false}
        className={classes.switch ?? ''}
        checked={value === 'true'}
        onChange={(event) => onChange(String(event.currentTarget.checked))}
      />
    );
  return (
    <Select
      {...rest}
      required={required}
      withAsterisk={required}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      clearable={!required}
      placeholder={t('FIELDS.CHOOSE')}
      data={[
        { value: 'true', label: t('COMMON.YES') },
        { value: 'false', label: t('COMMON.NO') },
      ]}
      value={value === '' ? null : value}
      onChange={(next) => onChange(next ?? '')}
      comboboxProps={popover}
    />
  );
}
