/**
 * Returns names that differ even where case does not count, as in SQLite and dBASE: a later twin gets `_2`, `_3` …
 * `shorten` shortens a name so that a suffix of some length still has room.
 */
export function uniqueNames(
  names: readonly string[],
  { taken = [], shorten = (name) => name }: UniqueNameOptions = {},
): string[] {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return names.map((name) => {
    let unique = shorten(name, 0);
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) {
      const suffix = `_${count}`;
      unique = shorten(name, suffix.length) + suffix;
    }
    used.add(unique.toLowerCase());
    return unique;
  });
}

interface UniqueNameOptions {
  /** Names that the format needs itself. */
  readonly taken?: readonly string[];
  readonly shorten?: (name: string, suffixLength: number) => string;
}
