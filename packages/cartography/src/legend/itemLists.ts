/** DISP-01: returns the items whose cadastre number contains `text`; an empty text returns all. */
export const filterByKadastrs = <T extends { readonly kadastrs?: string | null }>(
  items: readonly T[],
  text: string,
): readonly T[] => {
  const part = text.trim();
  return part === '' ? items : items.filter(({ kadastrs }) => kadastrs?.includes(part) ?? false);
};

/** Returns a number from 0 up to but not including 1, like `Math.random`. */
export type Random = () => number;

/**
 * DISP-05: returns a slug of the name with a random whole number from 0 to 99999 appended: `roads-and-paths-40213`.
 * Letters of any alphabet stay, diacritics are removed.
 */
export const toGroupId = (name: string, random: Random): string => {
  const slug = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return `${slug}-${Math.floor(random() * 100_000)}`;
};

export type ItemGroup<T> = { readonly id: string; readonly name: string; readonly items: readonly T[] };

/**
 * DISP-02: groups items in the order of their first appearance; items with a missing or blank name go to the group
 * `groupless` (the text of MAP.GROUPLESS_LAYERS).
 */
export const groupItems = <T>(
  items: readonly T[],
  nameOf: (item: T) => string | null | undefined,
  { groupless, random = Math.random }: { groupless: string; random?: Random },
): readonly ItemGroup<T>[] => {
  const groups = Map.groupBy(items, (item) => nameOf(item)?.trim() || null);
  return [...groups].map(([group, members]) => {
    const name = group ?? groupless;
    return { id: toGroupId(name, random), name, items: members };
  });
};
