import { useEffect } from 'react';
import { ApiError } from '../../api/index.ts';
import { errorText, useTexts } from '../../i18n/index.ts';
import { useMap } from '../../map/index.ts';
import { showToast } from '../../ui/toasts/index.ts';
import { useSelectedObject } from './useSelectedObject.ts';

/**
 * Shows the selected object with its whole geometry (SEL-02) and tells when one is selected (SEL-01), also when it is
 * the same again.
 * Stands once beside the map.
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

  // Somebody has deleted or hidden it in the meantime.
  const isGone = error instanceof ApiError && error.code === 'NOT_FOUND';
  useEffect(() => {
    if (!isGone || id === undefined) return;
    showToast({ kind: 'error', message: errorText(t, error) });
    map.removeObject(id);
    map.deselect();
  }, [isGone, id, map, t, error]);
}
