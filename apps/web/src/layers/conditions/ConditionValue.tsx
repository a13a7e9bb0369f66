import { Input, MultiSelect, Select } from '@mantine/core';
import { type Condition, findConditionProblem, listValues, operandOf, splitSpan } from '@pgis/conditions';
import { type FieldSchema, limits } from '@pgis/contract';
import { type ReactNode, Suspense } from 'react';
import { problemText, type TFunction, useTexts } from '../../i18n/index.ts';
import { TrimmedTextarea } from '../../ui/inputs/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';
import classes from './ConditionValue.module.css';
import { PointInput } from './PointInput.tsx';

/** Few fields refer to objects of other layers. */
const ReferenceInput = lazyPart(
  async () => ({ default: (await import('../fields/ReferenceInput.tsx')).ReferenceInput }),
  LoadFailureNote,
);

type Operands = Pick<Condition, 'operator' | 'value'>;

interface ConditionValueProps {
  readonly condition: Operands;
  readonly schema?: FieldSchema | null | undefined;
  /** Name of the input: displayed above it, or only spoken. */
  readonly label: string;
  readonly isLabelVisible?: boolean;
  /** Names of the values of a list; the values themselves when missing. */
  readonly labelOf?: (value: string) => string;
  readonly disabled?: boolean;
  /** False inside a popover, where selecting in a portal would count as a click outside. */
  readonly withinPortal?: boolean;
  readonly error?: ReactNode;
  /** Characters that a text and a list can have. */
  readonly maxLength?: number;
  /** Shown in an empty text. */
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** Says why an entered value does not suit its operator; a missing one is reported when it is sent. */
function errorText(t: TFunction, condition: Operands): string | undefined {
  const code = findConditionProblem(condition);
  return code === undefined || code === 'REQUIRED' ? undefined : problemText(t, code);
}

/** The input for the value of a condition, by its operator and the type of its field; nothing for operators without one. */
export function ConditionValue({
  condition,
  schema,
  label,
  isLabelVisible = false,
  labelOf = (text) => text,
  disabled = false,
  withinPortal = true,
  error,
  maxLength = limits.data.valueLength,
  placeholder,
  onChange,
}: ConditionValueProps): ReactNode {
  const { t } = useTexts();
  const { operator, value } = condition;
  const named = (text: string) => (isLabelVisible ? { label: text } : { 'aria-label': text });
  const common = { disabled, error: error || errorText(t, condition), ...named(label) };
  const comboboxProps = { withinPortal, zIndex: 'var(--z-popover)' };
  switch (operandOf[operator]) {
    case 'none':
      return null;
    case 'days':
      return (
        <TrimmedTextInput
          {...common}
          inputMode="numeric"
          maxLength={5}
          value={value}
          onChange={onChange}
          rightSection={<span className={classes.unit}>{t('CONDITIONS.DAYS')}</span>}
          rightSectionWidth="calc(6ch + 20px)"
        />
      );
    case 'list':
      return schema?.type === 'list' ? (
        <MultiSelect
          {...common}
          data={listChoices(schema, listValues(value), labelOf)}
          searchable
          hidePickedOptions
          value={[...listValues(value)]}
          onChange={(selected) => onChange(selected.join('\n'))}
          comboboxProps={comboboxProps}
        />
      ) : (
        <TrimmedTextarea
          {...common}
          autosize
          minRows={2}
          maxRows={6}
          description={t('CONDITIONS.ONE_PER_LINE')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={maxLength}
          value={value}
          onChange={onChange}
        />
      );
    case 'span': {
      const [from, to] = splitSpan(value);
      const point = { schema, disabled, withinPortal };
      const nameOf = (end: string) => named(isLabelVisible ? end : `${label}: ${end}`);
      return (
        <div className={classes.span}>
          <PointInput
            {...point}
            {...nameOf(t('CONDITIONS.FROM'))}
            value={from}
            onChange={(next) => onChange(`${next}\n${to}`)}
          />
          <PointInput
            {...point}
            {...nameOf(t('CONDITIONS.TO'))}
            error={Boolean(common.error)}
            value={to}
            onChange={(next) => onChange(`${from}\n${next}`)}
          />
          {common.error && <Input.Error className={classes.error ?? ''}>{common.error}</Input.Error>}
        </div>
      );
    }
    case 'point':
      return (
        <PointInput
          {...common}
          {...{ schema, withinPortal, value, onChange }}
          {...(!schema && { placeholder: t('CONDITIONS.NUMBER_OR_DATE') })}
        />
      );
    case 'text': {
      const choices = textChoices(t, { ...condition, schema, labelOf });
      if (choices !== undefined)
        return (
          <Select
            {...common}
            clearable
            placeholder={t('FIELDS.EMPTY_VALUE')}
            data={choices}
            value={value === '' ? null : value}
            onChange={(selected) => onChange(selected ?? '')}
            comboboxProps={comboboxProps}
          />
        );
      if (schema?.type === 'reference')
        return (
          <Suspense fallback={<TrimmedTextInput {...common} value={value} onChange={onChange} disabled />}>
            <ReferenceInput
              {...common}
              layerId={schema.layer}
              value={value}
              onChange={onChange}
              comboboxProps={comboboxProps}
            />
          </Suspense>
        );
      if (schema?.type === 'date')
        return <PointInput {...common} {...{ schema, withinPortal, value, onChange }} />;
      return (
        <TrimmedTextInput
          {...common}
          {...(placeholder && { placeholder })}
          maxLength={maxLength}
          value={value}
          onChange={onChange}
        />
      );
    }
  }
}

type LabelOf = (value: string) => string;

/** A value that is no longer in the list can stay. */
const listChoices = ({ values = [] }: FieldSchema, held: readonly string[], labelOf: LabelOf) =>
  [...new Set([...values.map(({ value }) => value), ...held])].map((value) => ({
    value,
    label: labelOf(value),
  }));

interface TextContext extends Operands {
  readonly schema: ConditionValueProps['schema'];
  readonly labelOf: LabelOf;
}

function textChoices(t: TFunction, { operator, value, schema, labelOf }: TextContext) {
  if (operator !== '=' && operator !== '!=') return undefined;
  if (schema?.type === 'list') return listChoices(schema, value === '' ? [] : [value], labelOf);
  if (schema?.type !== 'boolean') return undefined;
  return [
    { value: 'true', label: t('COMMON.YES') },
    { value: 'false', label: t('COMMON.NO') },
  ];
}
