import { addGeom, type BodyOf } from '@pgis/contract';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../api/index.ts';
import { setLayerSwitch } from '../layers/layerSwitches.ts';
import { useMap } from '../map/index.ts';
import { showToast } from '../ui/toasts/index.ts';
import { useObjectChanges } from './changeObjects.ts';

interface NewObject {
  readonly body: BodyOf<typeof addGeom>;
  /** Idempotency key of one drawing: the server adds it once, however often it is sent (D-OBJ-05). */
  readonly idempotencyKey: string;
}

/**
 * Adds a drawn object. The shape leaves the map either way: as an object of its layer, or because saving failed
 * (TOOL-14).
 */
export function useAddObject() {
  const map = useMap();
  const { t, reload, notifyDone } = useObjectChanges();
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: NewObject) =>
      callApi(addGeom, { headers: { 'idempotency-key': idempotencyKey }, body }),
    onSuccess: (_, { body: { classId } }) => {
      map.discardDraft();
      setLayerSwitch(classId, true);
      void reload([classId]); // TOOL-15
      map.setTool('SelectObject');
      notifyDone(t('MAP.OBJECT_ADDED'));
    },
    onError: () => {
      map.discardDraft();
      showToast({ kind: 'error', message: t('MAP.ERROR_OBJECT_ADD') });
    },
  });
}
