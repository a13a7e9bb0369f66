import { type FieldSchema, fieldSchemaLimits, type ListValue } from '@pgis/contract';
import { type ReactNode, useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { TrimmedTextarea } from '../../../../ui/inputs/TrimmedTextarea.tsx';
import { withProperty } from './changeType.ts';
import { type KnownNames, tidyValues, toListValues } from './listLines.ts';
import classes from './SchemaPanel.module.css';

interface ListValuesProps {
  readonly schema: FieldSchema;
  readonly error: ReactNode;
  readonly onChange: (schema: FieldSchema) => void;
}

/** The values of a list, typed or pasted one per line; empty lines and repetitions are dropped when the text is left. */
export function ListValues({ schema, error, onChange }: ListValuesProps) {
  const { t } = useTexts();
  const known = useRef<KnownNames>(new Map());
  const values = schema.values ?? [];
  const change = (next: readonly ListValue[]) =>
    onChange(withProperty(schema, 'values', next.slice(0, fieldSchemaLimits.values)));
  const remember = () => {
    for (const { value, names } of values) if (names) known.current.set(value, names);
    return known.current;
  };
  const set = (text: string) => {
    const lines = text === '' ? [] : text.split('\n');
    const cut = lines.map((line) => line.slice(0, fieldSchemaLimits.valueLength));
    change(toListValues(cut, values, remember()));
  };
  const tidy = () => {
    const tidied = tidyValues(values, remember());
    const isTidy =
      tidied.length === values.length && tidied.every(({ names }, index) => names === values[index]?.names);
    if (!isTidy) change(tidied);
  };
  return (
    <TrimmedTextarea
      className={classes.wide ?? ''}
      label={t('FIELDS.VALUES')}
      description={t('FIELDS.VALUES_NOTE')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      required
      withAsterisk
      autosize
      minRows={3}
      maxRows={10}
      error={error}
      value={values.map(({ value }) => value).join('\n')}
      onChange={set}
      onBlur={tidy}
    />
  );
}
