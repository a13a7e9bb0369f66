import { deleteGeom, type Geom, restoreGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { removeDeletedObject } from '../map/mapChanges.ts';
import { confirm } from '../ui/dialogs/index.ts';
import { useObjectChanges } from './changeObjects.ts';

interface DeletedObject {
  readonly object: Pick<Geom, 'id' | 'name'>;
  /** The layer in which it was displayed, and for a view its source. */
  readonly layerIds: readonly number[];
  readonly onRestored?: () => void;
}

/** INFO-08..10: asks, deletes an object on any screen, and offers Undo (D-OBJ-05). */
export function useDeleteObject(): (deleted: DeletedObject) => Promise<void> {
  const { t, reload, notifyUndoable, notifyFailed } = useObjectChanges();
  const undo = useMutation({
    mutationFn: ({ object: { id } }: DeletedObject) => callApi(restoreGeom, { params: { id } }),
    onSuccess: (_, { layerIds, onRestored }) => {
      void reload(layerIds);
      onRestored?.();
    },
    onError: (cause, { object }) => notifyFailed(cause, object.id),
  });
  const remove = useMutation({
    mutationFn: ({ object: { id } }: DeletedObject) => callApi(deleteGeom, { params: { id } }),
    onSuccess: (_, deleted) => {
      removeDeletedObject(deleted.object.id);
      void reload(deleted.layerIds);
      notifyUndoable(t('REPORTS.OBJECT_DELETED'), () => undo.mutate(deleted), deleted.object.id);
    },
    onError: (cause, { object }) => notifyFailed(cause, object.id),
  });
  return async (deleted) => {
    const message = t('CONFIRM_DELETE', { name: deleted.object.name });
    if (await confirm({ message, isDestructive: true })) remove.mutate(deleted);
  };
}
