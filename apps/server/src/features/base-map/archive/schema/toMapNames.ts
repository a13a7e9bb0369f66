import type { VectorTile } from '../tile/VectorTile.ts';
import type { MapName } from './MapName.ts';
import type { Schema } from './Schema.ts';

export const toMapNames = (tile: VectorTile, schema: Schema): MapName[] =>
  [...tile].flatMap(([layerName, layer]) => layer.flatMap((feature) => schema.listNames(layerName, feature)));
