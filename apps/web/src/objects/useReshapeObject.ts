import { type Geom, updateGeom } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { useMap } from '../map/index.ts';
import { findCurrentObject, ifMatch, useObjectChanges } from './changeObjects.ts';

interface NewShape {
  /** The object as it was read, with its texts and fields (D-OBJ-05). */
  readonly before: Geom;
  readonly wkt: string;
}

const saveShape = ({ before, wkt }: NewShape): Promise<Geom> =>
  callApi(updateGeom, {
    params: { id: before.id },
    headers: ifMatch(before.version),
    body: {
      name: before.name,
      description: before.description,
      classId: before.classId,
      oldClassId: before.classId, // DATA-05
      wkt,
    },
  });

/** Saves an edited shape, with Undo. When another user was faster, the editor shows both shapes and says so itself. */
export function useReshapeObject() {
  const map = useMap();
  const { t, show, notifyDone, notifyUndoable, notifyFailed } = useObjectChanges();
  const undo = useMutation({
    mutationFn: saveShape,
    onSuccess: (saved) => {
      show(saved);
      notifyDone(t('MAP.SHAPE.RESTORED'));
    },
    onError: (cause, { before }) => notifyFailed(cause, before.id),
  });
  return useMutation({
    mutationFn: saveShape,
    onSuccess: (saved, { before }) => {
      map.shapes.stop();
      show(saved);
      notifyUndoable(t('MAP.SHAPE.SAVED'), () => undo.mutate({ before: saved, wkt: before.wkt }), saved.id);
    },
    onError: (cause, { before }) => {
      if (findCurrentObject(cause) === undefined) notifyFailed(cause, before.id);
    },
  });
}
