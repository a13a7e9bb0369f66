/** JSON text with the keys of every object in order: jsonb does not keep the order they came in. */
const toOrderedText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Whether two values of JSON say the same. */
export const isSame = (a: unknown, b: unknown): boolean => toOrderedText(a) === toOrderedText(b);
