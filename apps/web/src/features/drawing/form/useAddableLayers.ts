import type { ClassifierWithChildren } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { addableLayersQuery } from '../../../layers/layerQueries.ts';
import { useSession } from '../../session/index.ts';

export type AddableGroup = ClassifierWithChildren;
export type AddableLayer = AddableGroup['childClassifiers'][number];

export const findAddable = (groups: readonly AddableGroup[], id: number | null): AddableLayer | undefined =>
  groups.flatMap(({ childClassifiers }) => childClassifiers).find((layer) => layer.id === id);

/** Groups with the layers that a new object may go to (D-CLS-17), and always the layer `currentId`. */
export function pickAddable(
  groups: readonly AddableGroup[],
  currentId: number | null = null,
): readonly AddableGroup[] {
  return groups.flatMap((group) => {
    const childClassifiers = group.childClassifiers.filter(({ id, canAdd }) => canAdd || id === currentId);
    return childClassifiers.length === 0 ? [] : { ...group, childClassifiers };
  });
}

export function useAddableLayers() {
  const { user } = useSession();
  return useQuery(addableLayersQuery(user?.userId ?? null));
}
