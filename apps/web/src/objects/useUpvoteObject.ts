import { type Geom, upvoteGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useObjectChanges } from './changeObjects.ts';

/** INFO-04: votes for an object and updates its count everywhere. */
export function useUpvoteObject({ id, classId }: Pick<Geom, 'id' | 'classId'>) {
  const { cache, reload, notifyFailed } = useObjectChanges();
  return useMutation({
    mutationFn: () => callApi(upvoteGeom, { params: { id } }),
    onSuccess: (counted) => {
      cache.patch(id, counted);
      void reload([classId]);
      void cache.invalidateNearby();
    },
    onError: notifyFailed,
  });
}
