import type { FieldValues } from '@pgis/contract';
import { summarize } from '../make-rules/classBreaks.ts';

export interface ValueRange {
  readonly sizeFrom: number;
  readonly sizeTo: number;
}

/** The numbers for the smallest and the largest size: from 0, or the lowest below it, to the highest, rounded up. */
export function suggestRange(numbers: FieldValues['numbers']): ValueRange | undefined {
  if (numbers.length === 0) return undefined;
  const { min, max } = summarize(numbers);
  const from = Math.min(0, min);
  const unit = 10 ** Math.floor(Math.log10((max - from) / 5 || 1));
  const roundUp = (value: number) => Number((Math.ceil(value / unit) * unit).toPrecision(12));
  return { sizeFrom: min < 0 ? -roundUp(-min) : 0, sizeTo: roundUp(max) };
}
