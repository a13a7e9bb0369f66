import { type KeyValue, toKeyValues } from '@pgis/cartography';
import type { Feature } from '@pgis/contract';

/** PRINT-08. */
export interface PrintFeature {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly classId: number;
  readonly dataArr: readonly KeyValue[];
}

export const toPrintFeature = ({ id, name, description, layerId, data }: Feature): PrintFeature => ({
  id,
  name,
  description,
  // The layer or view it is shown in: its table bears that name.
  classId: layerId,
  dataArr: toKeyValues(data),
});

export interface PrintTable {
  readonly layerName: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** PRINT-05: in Latvian in every language. */
const fixedHeaders = ['Id', 'Nosaukums', 'Apraksts'] as const;
/** More than these and the columns become too narrow to read: the others follow in another table. */
const MOST_KEYS = 7;

function inParts(keys: readonly string[]): readonly (readonly string[])[] {
  if (keys.length === 0) return [[]];
  const count = Math.ceil(keys.length / MOST_KEYS);
  return Array.from({ length: count }, (_, part) => keys.slice(part * MOST_KEYS, (part + 1) * MOST_KEYS));
}

/** One table for each layer, in the order of the layers, with the keys that its objects have. */
export function toPrintTables(
  features: readonly PrintFeature[],
  layers: readonly { readonly id: number; readonly name: string }[],
): readonly PrintTable[] {
  const byLayer = Map.groupBy(features, ({ classId }) => classId);
  return layers.flatMap(({ id, name }) => {
    const own = byLayer.get(id) ?? [];
    if (own.length === 0) return [];
    const keys = [...new Set(own.flatMap(({ dataArr }) => dataArr.map(({ key }) => key)))];
    return inParts(keys).map((part) => ({
      layerName: name,
      headers: [...fixedHeaders, ...part],
      rows: own.map((feature) => {
        const values = new Map(feature.dataArr.map(({ key, value }) => [key, value]));
        const { id: objectId, name: title, description } = feature;
        return [String(objectId), title, description, ...part.map((key) => values.get(key) ?? '')];
      }),
    }));
  });
}
