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
  // The layer or view through which it is displayed, which names its table.
  classId: layerId,
  dataArr: toKeyValues(data),
});

export interface PrintTable {
  readonly layerName: string;
  readonly headers: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** PRINT-05: Latvian in every language. */
const fixedHeaders = ['Id', 'Nosaukums', 'Apraksts'] as const;
/** Columns that stay readable beside each other; further columns follow in another table. */
const MAX_KEYS = 7;

function inChunks(keys: readonly string[]): readonly (readonly string[])[] {
  if (keys.length === 0) return [[]];
  const count = Math.ceil(keys.length / MAX_KEYS);
  return Array.from({ length: count }, (_, chunk) => keys.slice(chunk * MAX_KEYS, (chunk + 1) * MAX_KEYS));
}

/** Builds one table for each layer, in layer order, with the keys of its objects. */
export function toPrintTables(
  features: readonly PrintFeature[],
  layers: readonly { readonly id: number; readonly name: string }[],
): readonly PrintTable[] {
  const byLayer = Map.groupBy(features, ({ classId }) => classId);
  return layers.flatMap(({ id, name }) => {
    const own = byLayer.get(id) ?? [];
    if (own.length === 0) return [];
    const keys = [...new Set(own.flatMap(({ dataArr }) => dataArr.map(({ key }) => key)))];
    return inChunks(keys).map((chunk) => ({
      layerName: name,
      headers: [...fixedHeaders, ...chunk],
      rows: own.map((feature) => {
        const values = new Map(feature.dataArr.map(({ key, value }) => [key, value]));
        const { id: objectId, name: title, description } = feature;
        return [String(objectId), title, description, ...chunk.map((key) => values.get(key) ?? '')];
      }),
    }));
  });
}
