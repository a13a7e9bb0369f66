import { groupItems, type ItemGroup } from '@pgis/cartography';
import type { MapLayer } from '@pgis/contract';
import type { Language } from '../../i18n/index.ts';

/** BASE-01, BASE-04: groups by name with their layers by name; those without a group come last. */
export function groupMapLayers(
  layers: readonly MapLayer[],
  { groupless, language }: { readonly groupless: string; readonly language: Language },
): readonly ItemGroup<MapLayer>[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const isGroupless = ({ items }: ItemGroup<MapLayer>) => (items[0]?.group.trim() ?? '') === '';
  return groupItems(layers, ({ group }) => group, { groupless })
    .map((group) => ({ ...group, items: group.items.toSorted((a, b) => compare(a.name, b.name)) }))
    .toSorted((a, b) => Number(isGroupless(a)) - Number(isGroupless(b)) || compare(a.name, b.name));
}
