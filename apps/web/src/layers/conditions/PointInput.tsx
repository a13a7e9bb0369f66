import type { FieldSchema } from '@pgis/contract';
import { isNumberType } from '@pgis/contract';
import { type ReactNode, Suspense } from 'react';
import { TrimmedTextInput } from '../../ui/inputs/TrimmedTextInput.tsx';
import { LoadFailureNote, lazyPart } from '../../ui/lazy-parts/index.ts';

/** Dates need a calendar, which loads with the first condition on one. */
const DatePicker = lazyPart(
  async () => ({ default: (await import('../../ui/inputs/DatePicker.tsx')).DatePicker }),
  LoadFailureNote,
);

/** Long enough for a number of the data and for a date with a time. */
const MAX_LENGTH = 50;

export interface PointInputProps {
  readonly schema: FieldSchema | null | undefined;
  readonly label?: ReactNode;
  readonly 'aria-label'?: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly error?: ReactNode;
  readonly disabled: boolean;
  readonly withinPortal: boolean;
  readonly onChange: (value: string) => void;
}

const isDay = (value: string): boolean => value === '' || /^\d{4}-\d\d-\d\d$/.test(value);

/** One number or day. A field without a schema takes both, and times. */
export function PointInput({ schema, withinPortal, value, onChange, ...rest }: PointInputProps) {
  const takesDays = schema?.type === 'date' || schema?.type === 'dateTime';
  if (takesDays && isDay(value))
    return (
      <Suspense fallback={<TrimmedTextInput {...rest} value={value} disabled />}>
        <DatePicker
          {...rest}
          value={value === '' ? null : value}
          onChange={(next) => onChange(next ?? '')}
          popoverProps={{ withinPortal, zIndex: 'var(--z-popover)' }}
        />
      </Suspense>
    );
  return (
    <TrimmedTextInput
      {...rest}
      {...(schema && isNumberType(schema.type) && { inputMode: 'decimal' })}
      maxLength={MAX_LENGTH}
      value={value}
      onChange={onChange}
    />
  );
}
