/** Attributes of an object by field name. */
export type ObjectData = Readonly<Record<string, unknown>>;

/**
 * Returns the value of a field. Inherited properties do not count, so `constructor` is undefined unless the object
 * has such a field.
 */
export const fieldValue = (data: ObjectData | null | undefined, field: string): unknown =>
  data && Object.hasOwn(data, field) ? data[field] : undefined;

/** Converts a value of an object to text for users; null and undefined become ''. */
export const toText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * Normalises a value for the comparison by rules and rulesets (D-CLS-06, D-CLS-10): text, trimmed, case-insensitive;
 * missing and null are empty. In SQL: `lower(btrim(coalesce(data ->> field, ''), TRIMMED_CHARACTERS))`.
 */
export const toComparableText = (value: unknown): string => toText(value).trim().toLowerCase();

/**
 * Characters that `String.prototype.trim` removes. It is the second argument of SQL's `btrim`, which removes nothing
 * but spaces without it.
 */
export const TRIMMED_CHARACTERS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

export type KeyValue = { readonly key: string; readonly value: string };

/**
 * DISP-04: converts an object to key/value pairs in its own order, values as text; null and undefined become ''.
 */
export const toKeyValues = (
  object: Readonly<Record<string, unknown>> | null | undefined,
): readonly KeyValue[] => Object.entries(object ?? {}).map(([key, value]) => ({ key, value: toText(value) }));
