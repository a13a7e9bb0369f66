import { Textarea, UnstyledButton } from '@mantine/core';
import { canBeNamedInStyles } from '@pgis/contract';
import { useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import type { FieldRow } from '../../form/LayerValues.ts';
import classes from '../StylePanel.module.css';

interface LabelTextProps {
  readonly label: string;
  readonly value: string;
  readonly fields: readonly FieldRow[];
  readonly maxLength: number;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (text: string) => void;
}

/** D-STYLE-01: a text with placeholders for values of the object; a button inserts each at the caret. */
export function LabelText({ label, value, fields, maxLength, error, isDisabled, onChange }: LabelTextProps) {
  const { t } = useTexts();
  const input = useRef<HTMLTextAreaElement>(null);
  const insert = (placeholder: string) => {
    const element = input.current;
    const [from, to] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length];
    onChange((value.slice(0, from) + placeholder + value.slice(to)).slice(0, maxLength));
    element?.focus();
  };
  const placeholders = [
    { placeholder: '{name}', text: t('STYLE.LABEL_NAME') },
    { placeholder: '{description}', text: t('STYLE.LABEL_DESCRIPTION') },
    ...fields
      .map(({ name }) => name.trim())
      .filter((name) => name !== '' && canBeNamedInStyles(name))
      .map((name) => ({ placeholder: `{data.${name}}`, text: name })),
  ];
  return (
    <div>
      <Textarea
        ref={input}
        label={label}
        description={t('STYLE.LABEL_NOTE')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={maxLength}
        value={value}
        error={error}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!isDisabled && (
        <div className={classes.placeholders}>
          {placeholders.map(({ placeholder, text }) => (
            <UnstyledButton
              key={placeholder}
              className={classes.placeholder ?? ''}
              aria-label={t('STYLE.INSERT', { what: text })}
              onClick={() => insert(placeholder)}
            >
              {text}
            </UnstyledButton>
          ))}
        </div>
      )}
    </div>
  );
}
