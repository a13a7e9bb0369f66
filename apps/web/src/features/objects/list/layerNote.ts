import type { TFunction } from '../../../i18n/index.ts';
import type { ObjectLayersState } from '../../../map/index.ts';
import type { Layer } from '../useLayerList.ts';

type Zooms = Pick<Layer, 'id' | 'zoomFrom' | 'zoomTo' | 'serverside'>;

/** Note on a switched-on layer that is not displayed as usual, for instance at this zoom; undefined otherwise. */
export function layerNote(
  layer: Zooms,
  state: ObjectLayersState,
  { zoom, t }: { readonly zoom: number; readonly t: TFunction },
): string | undefined {
  if (state.outOfZoomIds.has(layer.id)) {
    return layer.zoomFrom !== null && zoom < layer.zoomFrom
      ? t('MAP.VISIBLE_FROM_ZOOM', { zoom: layer.zoomFrom })
      : t('MAP.VISIBLE_TO_ZOOM', { zoom: layer.zoomTo });
  }
  if (state.failedIds.has(layer.id)) return t('MAP.LAYER_NOT_LOADED');
  if (state.drawingIds.has(layer.id)) return t('MAP.OVERVIEW_DRAWN');
  return state.overLimitIds.has(layer.id) ? t('MAP.ZOOM_IN_TO_EDIT') : undefined;
}
