import type { FieldSchema } from '@pgis/contract';
import { useLayerList } from '../objects/index.ts';

/** Schemas of a layer's fields by name; empty until the list of layers is loaded. */
export function useSchemas(layerId: number): ReadonlyMap<string, FieldSchema> {
  const { data: groups = [] } = useLayerList();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  // A view has the fields of its source, which may be hidden from the reader.
  const layer =
    layers.find(({ id }) => id === layerId) ?? layers.find(({ sourceId }) => sourceId === layerId);
  return new Map(
    (layer?.layerFields ?? []).flatMap(({ name, schema }) => (schema === undefined ? [] : [[name, schema]])),
  );
}
