import { addMapLayer, type BodyOf, deleteMapLayer, type MapLayer, updateMapLayer } from '@pgis/contract';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/index.ts';
import { layerKeys } from '../../layers/layerQueries.ts';
import { afterSuccess } from '../../ui/forms/mutationEffects.ts';

/** The map lists the same layers under the same key, so it follows a change made here. */
const invalidate = (client: QueryClient) => client.invalidateQueries({ queryKey: layerKeys.baseLayers });

interface BaseLayerToSave {
  /** null adds a layer. */
  readonly layer: Pick<MapLayer, 'id' | 'version'> | null;
  readonly body: BodyOf<typeof addMapLayer>;
}

/** Saves a base layer; another version on the server than the one the user has seen is not overwritten. */
export const saveBaseLayer = mutationOptions({
  mutationFn: ({ layer, body }: BaseLayerToSave) =>
    layer === null
      ? callApi(addMapLayer, { body })
      : callApi(updateMapLayer, {
          params: { id: layer.id },
          headers: { 'if-match': `"${layer.version}"` },
          body,
        }),
  ...afterSuccess((client) => void invalidate(client)),
});

export const removeBaseLayer = mutationOptions({
  mutationFn: ({ id }: Pick<MapLayer, 'id' | 'name'>) => callApi(deleteMapLayer, { params: { id } }),
  ...afterSuccess(invalidate),
});
