/** Comparable values of a version by key, such as `name` or `data.FIELD`; a missing key stands for no value. */
export type Version = Readonly<Record<string, unknown>>;

/** The user's own version, or the one that another user has saved meanwhile. */
export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

interface Both {
  readonly mine: Version;
  readonly theirs: Version;
}

const listKeys = ({ mine, theirs }: Both): readonly string[] => [
  ...new Set([...Object.keys(mine), ...Object.keys(theirs)]),
];

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Lists the keys whose values differ (D-OBJ-05). */
export const listDifferences = (both: Both): readonly string[] =>
  listKeys(both).filter((key) => !isSame(both.mine[key], both.theirs[key]));

/**
 * Values that the user did not touch follow the other version; changed ones stay. `before` is the version the user
 * started from.
 */
export const chooseAtFirst = (both: Both & { readonly before: Version }): Choices =>
  Object.fromEntries(
    listDifferences(both).map((key) => [key, isSame(both.mine[key], both.before[key]) ? 'theirs' : 'mine']),
  );

/** Returns the selected value of each key; a value that the selected version lacks is undefined. */
export const mergeVersions = (both: Both, choices: Choices): Version =>
  Object.fromEntries(listKeys(both).map((key) => [key, both[choices[key] ?? 'mine'][key]]));

/** Merges two orders of names: that of `leading`, with the other names after those that they follow in their own. */
export function mergeOrders(leading: readonly string[], other: readonly string[]): readonly string[] {
  const merged = [...leading];
  for (const [index, name] of other.entries()) {
    if (merged.includes(name)) continue;
    const previous = other[index - 1];
    merged.splice(previous === undefined ? 0 : merged.indexOf(previous) + 1, 0, name);
  }
  return merged;
}
