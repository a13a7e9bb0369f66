/** DISP-01: the items whose cadastre number contains `text`; an empty text keeps all. */
export const filterByKadastrs = <T extends { readonly kadastrs?: string | null }>(
  items: readonly T[],
  text: string,
): readonly T[] => {
  const wanted = text.trim();
  return wanted === '' ? items : items.filter(({ kadastrs }) => kadastrs?.includes(wanted) ?? false);
};
