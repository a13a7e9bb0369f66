import { STYLE_PROPERTIES } from '@pgis/cartography';
import { useState } from 'react';
import { useTexts } from '../../../../i18n/index.ts';
import { DecimalInput } from '../../../../ui/inputs/DecimalInput.tsx';
import { findNumberProblem, type NumberName } from '../draft/styleProblems.ts';
import { numberProblemText } from './numberProblemText.ts';

interface NumberControlProps {
  readonly name: NumberName;
  readonly label: string;
  readonly value: number;
  /** True where several rules have different values; the control is empty then. */
  readonly isMixed?: boolean;
  readonly error: string | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}

const units: Readonly<Record<string, string>> = { px: ' px', 'degrees clockwise': '°' };

/** CLS-18: a number of the property table; a value out of its bounds is marked at once and not saved. */
export function NumberControl(props: NumberControlProps) {
  const { name, label, value, isMixed = false, error, isDisabled, onChange } = props;
  const { t } = useTexts();
  const [isEmpty, setEmpty] = useState(false);
  const { unit, min, max } = STYLE_PROPERTIES[name];
  const problem = isMixed ? undefined : findNumberProblem(name, value);
  return (
    <DecimalInput
      label={label}
      value={isEmpty || isMixed ? '' : value}
      placeholder={isMixed ? t('STYLE.MIXED') : ''}
      onChange={(next) => {
        setEmpty(next === '');
        if (next !== '') onChange(next);
      }}
      onBlur={() => setEmpty(false)}
      clampBehavior="none"
      // Values stepped to by finger or arrow keys stay in range; typed values may be wrong and are marked.
      min={Number.isFinite(min) ? min : Number.MIN_SAFE_INTEGER}
      max={Number.isFinite(max) ? max : Number.MAX_SAFE_INTEGER}
      step={max === 1 ? 0.1 : 1}
      decimalScale={unit === 'value' ? 6 : 2}
      suffix={units[unit] ?? ''}
      error={problem === undefined ? error : numberProblemText(t, problem)}
      disabled={isDisabled}
    />
  );
}
