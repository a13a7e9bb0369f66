import { listWaitingGeoms, type ReplyOf } from '@pgis/contract';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../api/index.ts';
import { useSession } from '../../session/index.ts';

export type Waiting = ReplyOf<typeof listWaitingGeoms>[number];

const waitingKey = 'waiting-objects';
/** Somebody may report something while a clerk has the map open. */
const againMs = 60_000;

/** What waits for this user's review in a layer; undefined when nothing does (D-CLS-07). */
export function useWaiting(classId: number): Waiting | undefined {
  const { user, canAddAnywhere } = useSession();
  const { data } = useQuery({
    queryKey: [waitingKey, user?.userId ?? null],
    queryFn: ({ signal }) => callApi(listWaitingGeoms, { signal, background: true }),
    enabled: canAddAnywhere,
    refetchInterval: againMs,
  });
  return data?.find((waiting) => waiting.classId === classId);
}

/** After a decision the counts are others. */
export const forgetWaiting = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [waitingKey] });
