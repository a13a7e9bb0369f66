import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { hasTooManyValues, type ReportFilterValues } from './reportFilter.ts';

const TYPING_MS = 300;

/**
 * The filter as its form holds it, and `settled`, which the report asks for once typing has paused: the last one that a
 * request can hold.
 */
export function useReportFilter(start: () => ReportFilterValues) {
  const [{ values, sendable }, setState] = useState(() => {
    const first = start();
    return { values: first, sendable: first };
  });
  const [settled] = useDebouncedValue(sendable, TYPING_MS);
  const setValues = (next: ReportFilterValues) =>
    setState((before) => ({ values: next, sendable: hasTooManyValues(next) ? before.sendable : next }));
  return { values, settled, setValues };
}
