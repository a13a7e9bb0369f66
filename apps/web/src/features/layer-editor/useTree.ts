import type { ClassifierWithChildren } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { treeQuery } from '../../layers/layerEditorQueries.ts';
import { useSession } from '../session/index.ts';

/** Layer groups (1) or status groups (2) of the user's company with their content, including what the map hides. */
export function useTree(baseId: 1 | 2) {
  const { user } = useSession();
  return useQuery({
    ...treeQuery(baseId, user?.userId ?? null),
    select: (groups): readonly ClassifierWithChildren[] =>
      groups
        // The status group of the system holds the statuses of every company.
        .filter(({ companyId }) => companyId === user?.companyId || companyId === 0)
        .map((group) => ({
          ...group,
          childClassifiers: group.childClassifiers.filter(({ companyId }) => companyId === user?.companyId),
        })),
  });
}
