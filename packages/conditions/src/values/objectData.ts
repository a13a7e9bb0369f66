/** Attributes of an object by field name. */
export type ObjectData = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a field. Inherited properties do not count, so `constructor` is undefined unless the object
 * has such a field.
 */
export const fieldValue = (data: ObjectData | null | undefined, field: string): unknown =>
  data && Object.hasOwn(data, field) ? data[field] : undefined;

const scientific = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/;

/** PostgreSQL writes a number of JSON without an exponent: 0.0000001 and not 1e-7. */
function toPlainDigits(number: number): string {
  const text = String(number);
  const found = scientific.exec(text);
  if (found === null) return text;
  const [, sign = '', whole = '', fraction = '', exponent = ''] = found;
  const [digits, shift] = [whole + fraction, Number(exponent)];
  return sign + (shift < 0 ? `0.${'0'.repeat(-shift - 1)}${digits}` : digits.padEnd(shift + 1, '0'));
}

/** Converts a value of an object to text for users; null and undefined become ''. */
export const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return toPlainDigits(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Normalises a value for the comparison by rules and conditions (D-CLS-06, D-CLS-10): text, trimmed, case-insensitive;
 * missing and null are empty. In SQL: `lower(btrim(coalesce(data ->> field, ''), TRIMMED_CHARACTERS))`.
 */
export const toComparableText = (value: unknown): string => toText(value).trim().toLowerCase();

/**
 * Characters that `String.prototype.trim` removes. It is the second argument of SQL's `btrim`, which removes nothing
 * but spaces without it.
 */
export const TRIMMED_CHARACTERS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
