import { listClassifiersForAdmin } from '@pgis/contract';
import { useQueries } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import type { NameOf } from '../changes/index.ts';
import { useSession } from '../session/index.ts';

/** Names of layers and statuses, as who may edit an object sees them. */
export function useNamesOfObjects(): NameOf {
  const { user } = useSession();
  const [layers, statuses] = useQueries({
    queries: ([1, 2] as const).map((baseId) => ({
      queryKey: ['history-names', baseId, user?.userId],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        callApi(listClassifiersForAdmin, { params: { baseId }, signal }),
    })),
  });
  return (key, id) => {
    const tree = key === 'classId' ? layers?.data : key === 'statusId' ? statuses?.data : undefined;
    return tree?.flatMap(({ childClassifiers }) => childClassifiers).find((one) => one.id === id)?.name;
  };
}
