import { toText } from './toText.ts';

/**
 * How rules and rulesets compare values (D-CLS-06, D-CLS-10): as text, trimmed, case-insensitive; what is missing or null
 * counts as empty. In SQL: `lower(btrim(coalesce(data ->> field, ''), TRIMMED_CHARACTERS))`.
 */
export const toComparableText = (value: unknown): string => toText(value).trim().toLowerCase();

/** What `String.prototype.trim` removes; the second argument of SQL's `btrim`, which alone removes spaces only. */
export const TRIMMED_CHARACTERS =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Attributes of an object by field name. */
export type ObjectData = Readonly<Record<string, unknown>>;

/** A field's value; only the object's own fields count, so `constructor` is empty unless somebody filled it in. */
export const fieldValue = (data: ObjectData | null | undefined, field: string): unknown =>
  data && Object.hasOwn(data, field) ? data[field] : undefined;
