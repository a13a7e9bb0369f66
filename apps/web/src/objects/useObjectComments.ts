import { addComment, type BodyOf, type Comment, deleteComment, type Geom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useObjectChanges } from './changeObjects.ts';

/** COMM-01..05: adds and deletes comments of an object. Either may change its status, in the panel and on the map. */
export function useObjectComments({ id: objectId, classId }: Pick<Geom, 'id' | 'classId'>) {
  const { t, cache, reload, notifyDone, notifyFailed } = useObjectChanges();
  const onSuccess = (message: string) => {
    notifyDone(message);
    void reload([classId]);
    void cache.invalidate(objectId);
  };
  const add = useMutation({
    mutationFn: (body: BodyOf<typeof addComment>) => callApi(addComment, { params: { objectId }, body }),
    onSuccess: () => onSuccess(t('MAP.COMMENTS.ADDED')),
    onError: (cause) => notifyFailed(cause),
  });
  const remove = useMutation({
    mutationFn: ({ id }: Comment) => callApi(deleteComment, { params: { objectId, id } }),
    onSuccess: () => onSuccess(t('MAP.COMMENTS.DELETED')),
    onError: (cause) => notifyFailed(cause),
  });
  return { add, remove };
}
