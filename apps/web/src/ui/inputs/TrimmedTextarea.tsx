import { Textarea, type TextareaProps } from '@mantine/core';
import type { FocusEvent } from 'react';

export interface TrimmedTextareaProps extends Omit<TextareaProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** DLG-07: a field of several lines that trims its value when it is left. Takes `form.getInputProps(name)`. */
export function TrimmedTextarea({ value, onChange, onBlur, ...rest }: TrimmedTextareaProps) {
  const trim = (event: FocusEvent<HTMLTextAreaElement>) => {
    if (value !== value.trim()) onChange(value.trim());
    onBlur?.(event);
  };
  return (
    <Textarea
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={trim}
    />
  );
}
