/** JSON text with the keys of every object in order: jsonb does not keep the order they came in. */
const toOrderedText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** True when two JSON values are equal, whatever the order of their keys. */
export const isSame = (a: unknown, b: unknown): boolean => toOrderedText(a) === toOrderedText(b);

/** Styles may be a megabyte long; the log keeps the beginning of a text. */
const MAX_TEXT = 2_000;

/** The cut may split a surrogate pair, and PostgreSQL stores no lone half. */
const shorten = (value: unknown): unknown =>
  typeof value === 'string' && value.length > MAX_TEXT
    ? `${value.slice(0, MAX_TEXT).toWellFormed()}…`
    : value;

/** Old and new values of what differs; undefined when nothing does. */
export function describeChange(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): { old: Record<string, unknown>; new: Record<string, unknown> } | undefined {
  const keys = Object.keys(after).filter((key) => !isSame(before[key], after[key]));
  if (keys.length === 0) return undefined;
  const pick = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(keys.map((key) => [key, shorten(values[key])]));
  return { old: pick(before), new: pick(after) };
}
