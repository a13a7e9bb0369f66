import { type BodyOf, type Geom, updateGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { ifMatch, useObjectChanges } from './changeObjects.ts';

interface ObjectUpdate {
  /** The version that the user has seen; another one on the server is not overwritten. */
  readonly before: Geom;
  readonly body: BodyOf<typeof updateGeom>;
}

const save = ({ before, body }: ObjectUpdate): Promise<Geom> =>
  callApi(updateGeom, { params: { id: before.id }, headers: ifMatch(before.version), body });

/** The change that takes the texts, the fields and the layer of `before` back and leaves the geometry alone. */
const toUndo = (saved: Geom, before: Geom): ObjectUpdate => ({
  before: saved,
  body: {
    name: before.name,
    description: before.description,
    classId: before.classId,
    oldClassId: saved.classId, // DATA-05
    isPublic: before.isPublic,
    data: before.data || '{}',
    wkt: null,
  },
});

/** Changes the texts and fields of an object, with Undo. The form handles failures. */
export function useUpdateObject() {
  const { t, show, notifyDone, notifyUndoable, notifyFailed } = useObjectChanges();
  const undo = useMutation({
    mutationFn: save,
    onSuccess: (saved, { before }) => {
      show(saved, before.classId);
      notifyDone(t('HISTORY.RESTORED'));
    },
    onError: (cause, { before }) => notifyFailed(cause, before.id),
  });
  return useMutation({
    mutationFn: save,
    onSuccess: (saved, { before }) => {
      show(saved, before.classId);
      const message = t('MAP.OBJECT_SAVED');
      // A save that changes nothing raises no version.
      if (saved.version === before.version) notifyDone(message);
      else notifyUndoable(message, () => undo.mutate(toUndo(saved, before)), saved.id);
    },
  });
}
