import { toText } from './objectData.ts';

/**
 * Values that count as numbers, as a regular expression for JavaScript and PostgreSQL: digits with a decimal point or
 * comma, of which doubles below 1 have up to 22. Exponents are left out, because `12E3` is a house or a parcel.
 */
export const NUMBER_PATTERN = '^[+-]?[0-9]{1,15}([.,][0-9]{1,30})?$';

const pattern = new RegExp(NUMBER_PATTERN);

/**
 * Returns the number that a value of an object stands for, or undefined. In SQL: `numberOf` of the server, which takes
 * the same values.
 */
export const parseNumberText = (value: unknown): number | undefined => {
  const text = toText(value).trim();
  return pattern.test(text) ? Number(text.replace(',', '.')) : undefined;
};
