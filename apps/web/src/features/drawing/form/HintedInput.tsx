import { Autocomplete } from '@mantine/core';
import { findHintProblem, type InputHint, limits } from '@pgis/contract';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../../i18n/index.ts';
import { TrimmedTextInput } from '../../../ui/inputs/TrimmedTextInput.tsx';
import classes from './HintedInput.module.css';

interface HintedInputProps {
  readonly label: string;
  readonly hint: InputHint;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/**
 * D-CLS-19: an input that follows the hint of its field. It warns of an unexpected value and accepts it all the same.
 */
export function HintedInput({ label, hint, value, onChange }: HintedInputProps) {
  const { t } = useTexts();
  const problem = findHintProblem(hint, value);
  const suggestions = suggestionsOf(hint, [t('COMMON.YES'), t('COMMON.NO')]);
  const common = {
    label,
    value,
    onChange,
    maxLength: limits.data.valueLength,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description')[],
    description: (
      <>
        {hint.help}
        <span role="status" className={classes.warning}>
          {problem !== undefined && (
            <>
              <IconAlertTriangle size={14} aria-hidden="true" /> {t(`MAP.DRAW.HINT.WARNINGS.${problem}`)}
            </>
          )}
        </span>
      </>
    ),
  };
  if (suggestions.length > 0)
    return (
      <Autocomplete
        {...common}
        data={suggestions}
        // The opened list shows all values, whatever the field holds.
        filter={({ options }) => options}
        onBlur={() => onChange(value.trim())}
      />
    );
  return (
    <TrimmedTextInput
      {...common}
      {...(hint.kind === 'number' && { inputMode: 'decimal' as const })}
      {...(hint.kind === 'date' && { placeholder: t('COMMON.DATE_HINT') })}
    />
  );
}

function suggestionsOf({ kind, choices = [] }: InputHint, yesNo: readonly string[]): string[] {
  if (kind === 'yesNo') return [...yesNo];
  return kind === 'choices' ? [...new Set(choices)] : [];
}
