import { getLayerExtent } from '@pgis/contract';
import { emptyExtent, isEmptyExtent, unionExtents } from '@pgis/geo';
import { callApi } from '../../../api/index.ts';
import type { MapController } from '../../../map/index.ts';
import { filterQuery, findFilter } from '../filter/layerFilters.ts';
import type { Layer } from '../useLayerList.ts';

/** Shows all objects of these layers that pass their filters; false if there are none. */
export async function zoomToLayers(
  map: MapController,
  layers: readonly Layer[],
  { animate = true }: { readonly animate?: boolean } = {},
): Promise<boolean> {
  const replies = await Promise.all(
    layers.map((layer) => {
      const query = filterQuery(layer.id, findFilter(layer));
      return callApi(getLayerExtent, { params: { classifierId: layer.id }, query });
    }),
  );
  const extent = replies.reduce(
    (sum, reply) => (reply.extent ? unionExtents(sum, reply.extent) : sum),
    emptyExtent(),
  );
  if (isEmptyExtent(extent)) return false;
  map.camera.fit(extent, { animate });
  return true;
}
