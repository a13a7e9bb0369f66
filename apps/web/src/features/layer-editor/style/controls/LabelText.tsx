import { Textarea, UnstyledButton } from '@mantine/core';
import { parseTemplate } from '@pgis/cartography';
import { canBeNamedInStyles } from '@pgis/contract';
import { useRef } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import type { FieldRow } from '../../form/LayerValues.ts';
import classes from '../StylePanel.module.css';

interface LabelTextProps {
  readonly label: string;
  readonly value: string;
  /** True where several rules have different texts; the control is empty then. */
  readonly isMixed: boolean;
  readonly fields: readonly FieldRow[];
  readonly maxLength: number;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  /** False while labels are switched off. */
  readonly isDrawn: boolean;
  readonly onChange: (text: string) => void;
}

/** D-STYLE-01: a text with placeholders for values of the object; a button inserts each at the caret. */
export function LabelText({
  label,
  value,
  isMixed,
  fields,
  maxLength,
  error,
  isDisabled,
  isDrawn,
  onChange,
}: LabelTextProps) {
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
        placeholder={isMixed ? t('STYLE.MIXED') : ''}
        value={value}
        error={error}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {!isDisabled && <LabelWarnings text={value} fields={fields} isDrawn={isDrawn} />}
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

/** Warns of what the map would show differently from what the user expects; the text can be saved all the same. */
function LabelWarnings({
  text,
  fields,
  isDrawn,
}: {
  readonly text: string;
  readonly fields: readonly FieldRow[];
  readonly isDrawn: boolean;
}) {
  const { t } = useTexts();
  const names = new Set(fields.map(({ name }) => name.trim()));
  const parts = parseTemplate(text);
  const unknown = parts.flatMap((part) =>
    part.kind === 'field' && !names.has(part.field) ? [part.field] : [],
  );
  const hasLoneBrace = parts.some((part) => part.kind === 'text' && /[{}]/.test(part.text));
  const warnings = [
    ...[...new Set(unknown)].map((field) => t('STYLE.LABEL_UNKNOWN_FIELD', { field })),
    ...(hasLoneBrace ? [t('STYLE.LABEL_LONE_BRACE')] : []),
    ...(text.trim() !== '' && !isDrawn ? [t('STYLE.LABEL_OFF')] : []),
  ];
  return (
    <div role="status">
      {warnings.map((warning) => (
        <p key={warning} className={classes.warning}>
          {warning}
        </p>
      ))}
    </div>
  );
}
