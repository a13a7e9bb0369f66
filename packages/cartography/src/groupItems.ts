/** A number from 0 up to but not including 1, as `Math.random`. */
export type Random = () => number;

/**
 * DISP-05: a slug of the name with a random whole number from 0 to 99999 appended: `roads-and-paths-40213`.
 * Letters of any alphabet stay, marks on them go.
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
 * DISP-02: groups in the order their first items come; items whose name is missing or blank go to the group `groupless`
 * (the text of MAP.GROUPLESS_LAYERS).
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
