import { getGeom, getGeomExtent } from '@pgis/contract';
import { useCallback } from 'react';
import { ApiError, callApi } from '../../../api/index.ts';
import { errorText, useTexts } from '../../../i18n/index.ts';
import { layerSwitches, setLayerSwitch } from '../../../layers/layerSwitches.ts';
import { type MapController, maxZoomOfLink, useMap } from '../../../map/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import { type LayerGroup, useLayerList } from '../useLayerList.ts';

/** Finds the layer that owns the objects of a class, else a view of it. */
function findLayerOf(groups: readonly LayerGroup[], classId: number) {
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  return layers.find(({ id }) => id === classId) ?? layers.find(({ sourceId }) => sourceId === classId);
}

interface ShowOptions {
  readonly movesMap?: boolean;
}

/** Selects an object, switches its layer on and zooms to it, to 17 at most (D-ROUT-02, VIEW-05). */
async function showObject(
  map: MapController,
  groups: readonly LayerGroup[],
  id: number,
  { movesMap = true }: ShowOptions,
): Promise<void> {
  const { classId } = await callApi(getGeom, { params: { id } });
  const layer = findLayerOf(groups, classId);
  if (layer === undefined) throw new ApiError({ code: 'NOT_FOUND', status: 404 });
  if (!layerSwitches.get().checkedIds.has(layer.id)) setLayerSwitch(layer.id, true);
  map.setTool('SelectObject');
  map.select({ id, layerId: layer.id });
  if (!movesMap) return;
  const { extent } = await callApi(getGeomExtent, { params: { layerId: layer.id, featureId: id } });
  if (extent) map.camera.fit(extent, { maxZoom: maxZoomOfLink(layer) });
}

/** Returns a function that shows an object, or says that it cannot; undefined until the layers have loaded. */
export function useShowObject(): ((id: number, options?: ShowOptions) => void) | undefined {
  const map = useMap();
  const { t } = useTexts();
  const { data: groups } = useLayerList();
  const show = useCallback(
    (id: number, options: ShowOptions = {}) => {
      showObject(map, groups ?? [], id, options).catch((cause: unknown) => {
        showToast({ kind: 'error', message: errorText(t, cause) });
      });
    },
    [map, groups, t],
  );
  return groups && show;
}
