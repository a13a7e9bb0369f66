import { useEffect } from 'react';
import { type MapController, makeLayerLook } from '../../../map/index.ts';
import { type StyleDraft, toStyle } from './StyleDraft.ts';

/** So long after the last change the map draws the layer anew: a slider makes many of them. */
const REST_MS = 120;

/** The layer on the map in the look that it has in the editor, until the dialog is closed. */
export function useLayerPreview(map: MapController | null, layerId: number | null, draft: StyleDraft): void {
  const { isChanged, fallback, rules } = draft;
  useEffect(() => {
    if (map === null || layerId === null || !isChanged) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const look = await makeLayerLook(toStyle({ fallback, rules }));
      if (!isGone) map.previewLayer(layerId, look);
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [map, layerId, isChanged, fallback, rules]);
  useEffect(() => {
    if (map === null || layerId === null) return;
    return () => map.previewLayer(layerId, null);
  }, [map, layerId]);
}
