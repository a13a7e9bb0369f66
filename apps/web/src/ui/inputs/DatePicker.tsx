import '@mantine/dates/styles.layer.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import 'dayjs/locale/lv.js';
import 'dayjs/locale/ru.js';
import { type FocusEvent, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';

dayjs.extend(customParseFormat);

const format = 'DD.MM.YYYY';

export interface DatePickerProps
  extends Omit<
    DateInputProps,
    'valueFormat' | 'locale' | 'dateParser' | 'value' | 'onChange' | 'defaultValue'
  > {
  /** `YYYY-MM-DD`, or null. */
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

/** Accepts only whole dates: while the user types 1.2.2026, 1.2 is not a date yet. */
function parseDate(text: string): string | null {
  const date = dayjs(text.trim(), [format, 'D.M.YYYY'], true);
  return date.isValid() ? date.format('YYYY-MM-DD') : null;
}

/** DLG-06: a date that can be typed or picked, written dd.MM.yyyy. */
export function DatePicker({ value, onChange, onBlur, error, ...rest }: DatePickerProps) {
  const { t, language } = useTexts();
  /** Holds a typed text that is no date, for its message. The field then shows its former value again. */
  const [refused, setRefused] = useState<string | null>(null);
  const checkTyped = (event: FocusEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value.trim();
    setRefused(text === '' || parseDate(text) !== null ? null : text);
    onBlur?.(event);
  };
  const change = (next: string | null) => {
    setRefused(null);
    onChange(next);
  };
  return (
    <DateInput
      placeholder={t('COMMON.DATE_HINT')}
      clearable
      clearButtonProps={{ 'aria-label': t('COMMON.CLEAR_DATE') }}
      previousLabel={t('COMMON.PREVIOUS_MONTH')}
      nextLabel={t('COMMON.NEXT_MONTH')}
      firstDayOfWeek={1}
      {...rest}
      value={value}
      onChange={change}
      onBlur={checkTyped}
      error={refused === null ? error : t('COMMON.NO_SUCH_DATE', { text: refused })}
      valueFormat={format}
      dateParser={parseDate}
      locale={language}
    />
  );
}
