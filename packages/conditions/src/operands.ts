import { toDateText, toDateTimeText } from './values/dateText.ts';
import { parseNumberText } from './values/numberText.ts';

/** A bound of `<`, `>` and `between`: a number, a day or a local time in its stored form. */
export type Bound =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'date'; readonly text: string };

/** Parses a bound as people write it: `20`, `420,5`, `2026-11-26`, `26.11.2026`, `2026-11-26 09:30`. */
export function parseBound(value: string): Bound | undefined {
  const text = value.trim();
  const number = parseNumberText(text);
  if (number !== undefined) return { kind: 'number', number };
  const date = toDateText(text) ?? toDateTimeText(text);
  return date === undefined ? undefined : { kind: 'date', text: date };
}

/** Compares two bounds of one kind. */
export const isAbove = (one: Bound, other: Bound): boolean =>
  one.kind === 'number' && other.kind === 'number'
    ? one.number > other.number
    : one.kind === 'date' && other.kind === 'date' && one.text > other.text;

/** Both ends of `between`: the two lines of its value. */
export const splitSpan = (value: string): readonly [from: string, to: string] => {
  const [from = '', to = '', ...more] = value.split('\n');
  return [from, more.length === 0 ? to : ''];
};

/** A hundred years. */
export const MAX_DAYS = 36_500;

export function parseDays(value: string): number | undefined {
  const text = value.trim();
  const days = Number(text);
  return /^\d{1,5}$/.test(text) && days <= MAX_DAYS ? days : undefined;
}
