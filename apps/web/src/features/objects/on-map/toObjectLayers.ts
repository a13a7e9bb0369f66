import { aggregatedTo } from '@pgis/contract';
import type { ObjectLayer } from '../../../map/index.ts';
import type { Layer, LayerGroup } from '../useLayerList.ts';

const toObjectLayer = (layer: Layer): ObjectLayer => ({
  id: layer.id,
  ownerId: layer.sourceId ?? layer.id,
  serverside: layer.serverside,
  zoomFrom: layer.zoomFrom,
  zoomTo: layer.zoomTo,
  zIndex: layer.zIndex,
  aggregatedTo: aggregatedTo(layer.density),
  kinds: layer.kinds,
});

/** The switched-on layers as the map needs them, in the order of the list. */
export const toObjectLayers = (
  groups: readonly LayerGroup[],
  checkedIds: ReadonlySet<number>,
): readonly ObjectLayer[] =>
  groups
    .flatMap(({ childClassifiers }) => childClassifiers)
    .filter(({ id }) => checkedIds.has(id))
    .map(toObjectLayer);
