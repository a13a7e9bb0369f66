import { useEffect } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSelectedObject } from './useSelectedObject.ts';

/**
 * Shows the selected object with its whole geometry (SEL-02) and calls back on each selection (SEL-01), also of the
 * same object again. Rendered once beside the map.
 */
export function useSelectionOnMap(onSelected: () => void): void {
  const map = useMap();
  const { t } = useTexts();
  const { key, geom, query } = useSelectedObject();
  const { error } = query;
  const id = key?.id;

  useEffect(() => {
    if (key !== null) onSelected();
  }, [key, onSelected]);

  useEffect(() => {
    if (geom) map.showSelected(geom.id, geom.wkt);
  }, [map, geom]);

  // Another user has deleted or hidden the object in the meantime.
  const isDeleted = error instanceof ApiError && error.code === 'NOT_FOUND';
  useEffect(() => {
    if (!isDeleted || id === undefined) return;
    showToast({ kind: 'error', message: errorText(t, error) });
    map.removeObject(id);
    map.deselect();
  }, [isDeleted, id, map, t, error]);
}
