import { listChildClassifiers, rootClassifierIds } from '@pgis/contract';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { useSession } from '../session/index.ts';

/** The statuses a comment can give: those of the user's company. */
export function useStatuses() {
  const { user } = useSession();
  return useQuery({
    queryKey: ['statuses', user?.userId ?? null],
    queryFn: ({ signal }) =>
      callApi(listChildClassifiers, { params: { baseId: rootClassifierIds.commentStatuses }, signal }),
  });
}
