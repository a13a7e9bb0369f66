import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type FocusEvent, useState } from 'react';

export interface DecimalInputProps extends Omit<NumberInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: number | '';
  readonly onChange: (value: number | '') => void;
}

/** A number or nothing, with a point or a comma. Incomplete input such as `1.` or `0.` stays unchanged. */
export function DecimalInput({ value, onChange, onBlur, ...rest }: DecimalInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = (next: number | string) => {
    setTyped(typeof next === 'string' ? next : null);
    const number = Number(next);
    if (next === '') onChange('');
    else if (Number.isFinite(number)) onChange(number);
  };
  return (
    <NumberInput
      allowedDecimalSeparators={['.', ',']}
      {...rest}
      value={typed ?? value}
      onChange={change}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
