import { useEffect } from 'react';
import { type MapController, makeLayerLook, useStore } from '../../../map/index.ts';
import { dialogLook } from '../dialogLook.ts';
import { previewLoader } from './loadPreview.ts';
import { type StyleDraft, toStyle } from './StyleDraft.ts';

/** So long after the last change the map draws the layer anew: a slider makes many of them. */
const REST_MS = 120;

/**
 * The layer on the map in the look that it has in the editor, until the dialog is closed. Pictures, which the server
 * draws, are asked for when the map is looked at, and not for every change.
 */
export function useLayerPreview(map: MapController, layerId: number, draft: StyleDraft): void {
  const { isChanged, fallback, rules } = draft;
  const isImage = useStore(map.objectLayers, ({ imageIds }) => imageIds.has(layerId));
  const isTucked = useStore(dialogLook, (look) => look.isTucked);
  const isResting = !isChanged || (isImage && !isTucked);
  useEffect(() => {
    if (isResting) return;
    let isGone = false;
    const timer = setTimeout(async () => {
      const style = { fallback, rules };
      const look = await makeLayerLook(toStyle(style), previewLoader(style));
      if (!isGone) map.previewLayer(layerId, look);
    }, REST_MS);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [map, layerId, isResting, fallback, rules]);
  useEffect(() => () => map.previewLayer(layerId, null), [map, layerId]);
}
