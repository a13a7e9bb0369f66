import type { VectorTile } from '../tile/VectorTile.ts';
import type { MapFeature } from './MapFeature.ts';
import type { Schema } from './Schema.ts';

/** Returns the features of a tile that the map shows. */
export function toMapFeatures(tile: VectorTile, schema: Schema): MapFeature[] {
  const features: MapFeature[] = [];
  for (const [layerName, layer] of tile) {
    for (const feature of layer) {
      const mapClass = schema.classify(layerName, feature);
      // A line class can come as a point or an area by mistake of the writer.
      const needed = mapClass?.kind === 'area' ? 'polygon' : 'line';
      if (mapClass && feature.type === needed)
        features.push({ mapClass, paths: feature.paths, bounds: toBounds(feature.paths) });
    }
  }
  return features;
}

function toBounds(paths: readonly Float64Array[]): MapFeature['bounds'] {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths) {
    for (let i = 0; i < path.length; i += 2) {
      const x = path[i] as number;
      const y = path[i + 1] as number;
      if (x < minX) minX = x;
      if (x > maxX) maxX = x;
      if (y < minY) minY = y;
      if (y > maxY) maxY = y;
    }
  }
  return [minX, minY, maxX, maxY];
}
