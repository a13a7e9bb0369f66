import { getGeom, getGeomExtent } from '@pgis/contract';
import { ApiError, callApi } from '../../../api/index.ts';
import { layerSwitches, setLayerSwitch } from '../../../layers/layerSwitches.ts';
import { type MapController, maxZoomOfLink } from '../../../map/index.ts';
import type { LayerGroup } from '../useLayerList.ts';

/** Finds the layer that owns the objects of a class, else a view of it. */
function findLayerOf(groups: readonly LayerGroup[], classId: number) {
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  return layers.find(({ id }) => id === classId) ?? layers.find(({ sourceId }) => sourceId === classId);
}

export interface ShowOptions {
  readonly movesMap?: boolean;
}

/** Selects an object, switches its layer on and zooms to it, to 17 at most (D-ROUT-02, VIEW-05). */
export async function showObject(
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
