import { type Geom, getGeom, updateGeom } from '@pgis/contract';
import { type Extent, geometryExtent, parseWkt, toWkt, translateGeometry } from '@pgis/geo';
import { useMutation } from '@tanstack/react-query';
import { ApiError, callApi } from '../api/index.ts';
import { errorText } from '../i18n/index.ts';
import type { ObjectMove } from '../map/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { ifMatch, objectSubject, useObjectChanges } from './changeObjects.ts';

/** True if the object is where the map draws it, apart from simplifying and rounding for display. */
const isWhereDrawn = (extent: Extent, { extent: drawn, toleranceM }: ObjectMove['drawn']): boolean =>
  extent.every((edge, side) => Math.abs(edge - (drawn[side] ?? Number.NaN)) <= toleranceM);

/** D-OBJ-02: translates the whole geometry, because the map draws a simplified one. */
function translate(wkt: string, { dx, dy, drawn }: ObjectMove): string {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw new Error('the geometry of the object cannot be read');
  if (!isWhereDrawn(geometryExtent(parsed.geometry), drawn))
    throw new ApiError({ code: 'OBJECT_CHANGED', status: 409 });
  return toWkt(translateGeometry(parsed.geometry, dx, dy));
}

interface Position {
  readonly object: Geom;
  readonly wkt: string;
  readonly version: number;
}

/** DRAG-02. */
const toMoveBody = ({ object: { id, name, description, classId, data }, wkt }: Position) => ({
  id,
  name,
  description,
  classId,
  oldClassId: classId,
  data: data || '{}',
  wkt,
});

const savePosition = (position: Position): Promise<Geom> =>
  callApi(updateGeom, {
    params: { id: position.object.id },
    headers: ifMatch(position.version),
    body: toMoveBody(position),
  });

/**
 * DRAG-01: reads a dragged object with its whole geometry and saves it at its new position, with Undo; a failure puts
 * it back.
 */
export function useMoveObject() {
  const { t, show, reload, notifyUndoable } = useObjectChanges();
  /** DRAG-04: on a conflict no versions are compared; the map loads the present one. */
  const notifyNotMoved = (cause: unknown, objectId: number) => {
    const isChanged = cause instanceof ApiError && cause.code === 'OBJECT_CHANGED';
    const reason = isChanged ? t('MAP.CHANGED_MEANWHILE') : errorText(t, cause);
    const message = `${t('MAP.FAILED_TO_MOVE_FEATURE')}. ${reason}`;
    showToast({ kind: 'error', message, subject: objectSubject(objectId) });
  };
  const undo = useMutation({
    mutationFn: savePosition,
    onSuccess: (saved) => show(saved),
    onError: (cause, { object }) => notifyNotMoved(cause, object.id),
  });
  return useMutation({
    mutationFn: async (move: ObjectMove) => {
      const before = await callApi(getGeom, { params: { id: move.id } });
      const wkt = translate(before.wkt, move);
      return { before, saved: await savePosition({ object: before, wkt, version: before.version }) };
    },
    onSuccess: ({ before, saved }, { settle }) => {
      settle('moved');
      show(saved);
      notifyUndoable(
        t('MAP.FEATURE_MOVED'),
        () => undo.mutate({ object: before, wkt: before.wkt, version: saved.version }),
        saved.id,
      );
    },
    onError: (cause, { id, settle, layerId }) => {
      settle('failed');
      notifyNotMoved(cause, id);
      void reload([layerId]);
    },
  });
}
