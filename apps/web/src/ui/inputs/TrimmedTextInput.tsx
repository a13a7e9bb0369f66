import { TextInput, type TextInputProps } from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import type { FocusEvent } from 'react';

export interface TrimmedTextInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value?: string;
  readonly defaultValue?: string;
  readonly onChange?: (value: string) => void;
}

/** DLG-07: a text field that trims its value when it is left. Takes `form.getInputProps(name)`. */
export function TrimmedTextInput({ value, defaultValue, onChange, onBlur, ...rest }: TrimmedTextInputProps) {
  const [text, setText] = useUncontrolled({
    finalValue: '',
    ...(value !== undefined && { value }),
    ...(defaultValue !== undefined && { defaultValue }),
    ...(onChange !== undefined && { onChange }),
  });
  const trim = (event: FocusEvent<HTMLInputElement>) => {
    if (text !== text.trim()) setText(text.trim());
    onBlur?.(event);
  };
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={trim}
    />
  );
}
