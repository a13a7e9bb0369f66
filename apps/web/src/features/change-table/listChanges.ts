/** One field before and after the change; undefined if it had or has no value. */
export interface Change {
  /** `name`, `geometry`, or `data.FIELD`. */
  readonly key: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** Fields for programs only. Bulk edits and imports show their counts instead. */
const internalFields: ReadonlySet<string> = new Set([
  ...['version', 'objects', 'digests', 'commentId', 'fileId', 'from', 'to'],
]);
const isDisplayed = (key: string): boolean => !internalFields.has(key);

type Values = Readonly<Record<string, unknown>>;
type Details = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the values of an object's data as fields of their own. */
const flatten = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key === 'data' && isValues(value)
        ? Object.entries(value).map(([field, inner]) => [`data.${field}`, inner] as const)
        : [[key, value] as const],
    ),
  );

const sidesOf = ({ old, new: now }: Details): readonly [Values, Values] => {
  // Statuses and the like are logged as one plain value.
  if (!isValues(old) && !isValues(now) && (old !== undefined || now !== undefined))
    return [{ value: old }, { value: now }];
  return [isValues(old) ? flatten(old) : {}, isValues(now) ? flatten(now) : {}];
};

/** Lists the fields that a log row changed; `new` also holds its other facts. */
export function listChanges(details: Details): readonly Change[] {
  const [old, now] = sidesOf(details);
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(isDisplayed);
  const facts = Object.entries(details).filter(([key]) => key !== 'old' && key !== 'new' && isDisplayed(key));
  return [
    ...fields
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({ key, old: old[key], new: now[key] })),
    ...facts.map(([key, value]) => ({ key, old: undefined, new: value })),
  ];
}

/** True if the row holds a shape to draw. */
export const hasShape = (details: Details): boolean =>
  listChanges(details).some(({ key, old, new: now }) => key === 'geometry' && (old ?? now) !== undefined);
