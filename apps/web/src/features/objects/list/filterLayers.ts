import type { LayerGroup } from '../useLayerList.ts';

/** Lower case without diacritics: `celu` finds `Ceļu`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Groups with the layers whose name, or whose group's name, contains the text. A blank text selects all. */
export function filterLayers(groups: readonly LayerGroup[], text: string): readonly LayerGroup[] {
  const needle = plain(text.trim());
  if (needle === '') return groups;
  return groups.flatMap((group) => {
    if (plain(group.name).includes(needle)) return group;
    const childClassifiers = group.childClassifiers.filter(({ name }) => plain(name).includes(needle));
    return childClassifiers.length === 0 ? [] : { ...group, childClassifiers };
  });
}
