import type { Geom } from '@pgis/contract';
import { ApiError } from '../api/index.ts';
import { errorText, useTexts } from '../i18n/index.ts';
import { reloadLayers } from '../map/mapChanges.ts';
import { retireToasts, showToast } from '../ui/toasts/index.ts';
import { useObjectCache } from './objectQueries.ts';

/** Subject of the toasts about an object. */
export const objectSubject = (id: number): string => `object ${id}`;
/** Subject of the toast about cases that were assigned together: a change of any case since makes its Undo old. */
export const assignedCasesSubject = 'assigned cases';

/**
 * The last step of every change of objects. Each change is a hook of its own in this folder (`useAddObject`,
 * `useDeleteObject`, …) built on `useMutation`: it makes the call, then one of these functions updates the cache and
 * reloads the layers that the change has touched. The hooks are separate files because most of them load with the
 * dialog that uses them.
 */
export function useObjectChanges() {
  const { t } = useTexts();
  const cache = useObjectCache();
  const reload = (layerIds: readonly number[]) => {
    reloadLayers(layerIds);
    void cache.invalidateCaseLists();
    return cache.invalidateRows();
  };
  return {
    t,
    cache,
    /** Loads the layers and the rows of tables again; resolves when the visible rows are there. */
    reload,
    /** Updates a saved object everywhere. `formerLayerId` is the layer that it has left. */
    show: (saved: Geom, formerLayerId: number = saved.classId): void => {
      retireToasts(objectSubject(saved.id));
      cache.set(saved);
      void reload([...new Set([formerLayerId, saved.classId])]);
    },
    notifyDone: (message: string): void => void showToast({ kind: 'success', message }),
    /** Offers Undo for as long as the toast is visible (D-OBJ-05) and, with `objectId`, until the object changes. */
    notifyUndoable: (message: string, undo: () => void, objectId?: number): void =>
      void showToast({
        kind: 'success',
        message,
        action: { label: t('COMMON.UNDO'), onAct: undo },
        ...subjectOf(objectId),
      }),
    /** With `objectId` the toast closes as soon as a change of the object succeeds. */
    notifyFailed: (cause: unknown, objectId?: number): void =>
      void showToast({ kind: 'error', message: errorText(t, cause), ...subjectOf(objectId) }),
  };
}

const subjectOf = (objectId: number | undefined) =>
  objectId === undefined ? {} : { subject: objectSubject(objectId) };

/**
 * The current version of the object, when the server has refused a change because another user was faster (D-OBJ-05).
 */
export const findCurrentObject = (cause: unknown): Geom | undefined =>
  cause instanceof ApiError && cause.current !== undefined ? (cause.current as Geom) : undefined;

/** Header that makes the server refuse the change if the object has another version. */
export const ifMatch = (version: number) => ({ 'if-match': `"${version}"` });
