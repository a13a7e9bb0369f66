import { type ClassifierWithChildren, listClassifiersWithChildren, rootClassifierIds } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

export type AddableGroup = ClassifierWithChildren;

/** Groups with the layers that a new object may go to (D-CLS-17); `keepId` stays whatever the rights. */
export function pickAddable(
  groups: readonly AddableGroup[],
  keepId: number | null = null,
): readonly AddableGroup[] {
  return groups.flatMap((group) => {
    const childClassifiers = group.childClassifiers.filter(({ id, canAdd }) => canAdd || id === keepId);
    return childClassifiers.length === 0 ? [] : { ...group, childClassifiers };
  });
}

export function useClassifierTree() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['classifier-tree', user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(listClassifiersWithChildren, { params: { baseId: rootClassifierIds.objects }, signal }),
  });
}
