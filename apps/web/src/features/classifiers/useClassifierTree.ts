import { type ClassifierWithChildren, listClassifiersForAdmin } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

const treeKey = 'classifier-tree';

/** Groups with what is in them, also what the map hides, as the own company has them: 1 layers, 2 statuses. */
export function useClassifierTree(baseId: 1 | 2) {
  const { user } = useSession();
  return useQuery({
    queryKey: [treeKey, baseId, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listClassifiersForAdmin, { params: { baseId }, signal }),
    select: (groups): readonly ClassifierWithChildren[] =>
      groups
        // The status group of the system holds every company's statuses.
        .filter(({ companyId }) => companyId === user?.companyId || companyId === 0)
        .map((group) => ({
          ...group,
          childClassifiers: group.childClassifiers.filter(({ companyId }) => companyId === user?.companyId),
        })),
  });
}
