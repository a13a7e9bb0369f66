import { useEffect } from 'react';
import { type MapController, makeLayerAppearance } from '../../../../map/index.ts';
import { useStore } from '../../../../store/useStore.ts';
import { dialogLayout } from '../../dialog/dialogLayout.ts';
import { type StyleDraft, toStyle } from '../draft/StyleDraft.ts';
import { previewLoader } from './loadPreview.ts';

/** Delay after the last change before the map draws the layer again: a slider makes many changes. */
const REST_MS = 120;

/**
 * Previews the edited style on the map until the dialog closes. Images, which the server draws, load when the dialog
 * is minimised and not for every change.
 */
export function useLayerPreview(map: MapController, layerId: number, draft: StyleDraft): void {
  const { isChanged, fallback, rules } = draft;
  const isImage = useStore(map.objectLayers, ({ imageIds }) => imageIds.has(layerId));
  const isMinimized = useStore(dialogLayout, (layout) => layout.isMinimized);
  const isResting = !isChanged || (isImage && !isMinimized);
  useEffect(() => {
    if (isResting) return;
    let isCancelled = false;
    const timer = setTimeout(async () => {
      const style = { fallback, rules };
      const appearance = await makeLayerAppearance(toStyle(style), previewLoader(style));
      if (!isCancelled) map.previewLayer(layerId, appearance);
    }, REST_MS);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [map, layerId, isResting, fallback, rules]);
  useEffect(() => () => map.previewLayer(layerId, null), [map, layerId]);
}
