import type { Classifier, FieldSchema } from '@pgis/contract';

/** Schemas of the strict fields of a layer, by their names. */
export const schemasOf = ({
  layerFields,
}: Pick<Classifier, 'layerFields'>): ReadonlyMap<string, FieldSchema> =>
  new Map(layerFields.flatMap(({ name, schema }) => (schema ? [[name, schema]] : [])));
