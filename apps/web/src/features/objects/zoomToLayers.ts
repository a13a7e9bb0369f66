import { getLayerExtent } from '@pgis/contract';
import { emptyExtent, isEmptyExtent, unionExtents } from '@pgis/geo';
import { callApi } from '../../api/index.ts';
import type { MapController } from '../../map/index.ts';
import { filterQuery, layerFilters } from './filter/layerFilters.ts';

/** Shows all objects of these layers that pass their filters; false when there are none. */
export async function zoomToLayers(
  map: MapController,
  layerIds: readonly number[],
  { animate = true }: { readonly animate?: boolean } = {},
): Promise<boolean> {
  const replies = await Promise.all(
    layerIds.map((classifierId) => {
      const query = filterQuery(classifierId, layerFilters.get().get(classifierId));
      return callApi(getLayerExtent, { params: { classifierId }, query });
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
