/** One field before and after; undefined where there was, or is, none. */
export interface Change {
  /** `name`, `geometry`, or `data.FIELD`. */
  readonly key: string;
  readonly old: unknown;
  readonly new: unknown;
}

/** For programs. Of a change of many objects their number is told, of an import how much of it came in. */
const untold: ReadonlySet<string> = new Set([
  ...['version', 'objects', 'digests', 'commentId', 'fileId', 'from', 'to'],
]);
const isTold = (key: string): boolean => !untold.has(key);

type Values = Readonly<Record<string, unknown>>;
type Details = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Values of an object's data stand for themselves. */
const flatten = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) =>
      key === 'data' && isValues(value)
        ? Object.entries(value).map(([field, inner]) => [`data.${field}`, inner] as const)
        : [[key, value] as const],
    ),
  );

const sidesOf = ({ old, new: now }: Details): readonly [Values, Values] => {
  // A status and the like is logged as the one value that it is.
  if (!isValues(old) && !isValues(now) && (old !== undefined || now !== undefined))
    return [{ value: old }, { value: now }];
  return [isValues(old) ? flatten(old) : {}, isValues(now) ? flatten(now) : {}];
};

/** What a row of the log changed, field by field; the other facts of it stand in `new`. */
export function listChanges(details: Details): readonly Change[] {
  const [old, now] = sidesOf(details);
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(isTold);
  const facts = Object.entries(details).filter(([key]) => key !== 'old' && key !== 'new' && isTold(key));
  return [
    ...fields
      .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]))
      .map((key) => ({ key, old: old[key], new: now[key] })),
    ...facts.map(([key, value]) => ({ key, old: undefined, new: value })),
  ];
}

/** Whether there is a shape in it to be drawn. */
export const hasShape = (details: Details): boolean =>
  listChanges(details).some(({ key, old, new: now }) => key === 'geometry' && (old ?? now) !== undefined);
