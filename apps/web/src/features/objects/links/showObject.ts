import { getGeom, getGeomExtent } from '@pgis/contract';
import { ApiError, callApi } from '../../../api/index.ts';
import { layerSwitches, setLayerSwitch } from '../../../layers/layerSwitches.ts';
import { type MapController, maxZoomOfLink } from '../../../map/index.ts';
import { showToast } from '../../../ui/toasts/index.ts';
import type { LayerGroup } from '../useLayerList.ts';

/** Finds the layer that owns the objects of a class, else a view of it. */
function findLayerOf(groups: readonly LayerGroup[], classId: number) {
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  return layers.find(({ id }) => id === classId) ?? layers.find(({ sourceId }) => sourceId === classId);
}

export interface ShowOptions {
  readonly movesMap?: boolean;
}

/** Reads the object; of a merged one that in which it goes on, with a note. */
async function findObject(id: number): Promise<{ readonly id: number; readonly classId: number }> {
  try {
    return await callApi(getGeom, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'OBJECT_MERGED')) throw error;
    showToast({ kind: 'info', message: error.serverMessage ?? error.code });
    return await callApi(getGeom, { params: { id: (error.current as { id: number }).id } });
  }
}

/** Selects an object, switches its layer on and zooms to it, to 17 at most (D-ROUT-02, VIEW-05). */
export async function showObject(
  map: MapController,
  groups: readonly LayerGroup[],
  id: number,
  options: ShowOptions,
): Promise<void> {
  const { movesMap = true } = options;
  const object = await findObject(id);
  if (object.id !== id) return await showObject(map, groups, object.id, options);
  const { classId } = object;
  const layer = findLayerOf(groups, classId);
  if (layer === undefined) throw new ApiError({ code: 'NOT_FOUND', status: 404 });
  if (!layerSwitches.get().checkedIds.has(layer.id)) setLayerSwitch(layer.id, true);
  map.setTool('SelectObject');
  map.select({ id, layerId: layer.id });
  if (!movesMap) return;
  const { extent } = await callApi(getGeomExtent, { params: { layerId: layer.id, featureId: id } });
  if (extent) map.camera.fit(extent, { maxZoom: maxZoomOfLink(layer) });
}
