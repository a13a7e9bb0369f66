import type { FieldLabels, FieldSchema } from '@pgis/contract';
import { useFieldLabels } from '../../layers/fields/useFieldLabels.ts';
import { useLayerList } from '../objects/index.ts';

interface ObjectFields {
  /** Schemas by the names of the fields. */
  readonly schemas: ReadonlyMap<string, FieldSchema>;
  readonly labels: FieldLabels;
}

/** The fields of an object's layer; empty until the list of layers is loaded. */
export function useObjectFields(layerId: number): ObjectFields {
  const { data: groups = [] } = useLayerList();
  const layers = groups.flatMap(({ childClassifiers }) => childClassifiers);
  // A view has the fields of its source, which may be hidden from the reader.
  const layer =
    layers.find(({ id }) => id === layerId) ?? layers.find(({ sourceId }) => sourceId === layerId);
  const schemas = new Map(
    (layer?.layerFields ?? []).flatMap(({ name, schema }) => (schema === undefined ? [] : [[name, schema]])),
  );
  return { schemas, labels: useFieldLabels(layer) };
}
