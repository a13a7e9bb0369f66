import type { LayerGroup } from './useLayerList.ts';

/** Lower case and without marks: `celu` finds `Ceļu`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Groups with the layers whose name, or whose group's name, holds the text. A blank text finds everything. */
export function findLayers(groups: readonly LayerGroup[], text: string): readonly LayerGroup[] {
  const wanted = plain(text.trim());
  if (wanted === '') return groups;
  return groups.flatMap((group) => {
    if (plain(group.name).includes(wanted)) return group;
    const childClassifiers = group.childClassifiers.filter(({ name }) => plain(name).includes(wanted));
    return childClassifiers.length === 0 ? [] : { ...group, childClassifiers };
  });
}
