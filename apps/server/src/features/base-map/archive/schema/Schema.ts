import type { TileSelection } from '../tile/decodeVectorTile.ts';
import type { VectorFeature } from '../tile/VectorTile.ts';
import type { MapClass } from './MapFeature.ts';
import type { MapName } from './MapName.ts';

/** A way of storing OpenStreetMap's features in layers and attributes. */
export interface Schema extends TileSelection {
  readonly name: 'OpenMapTiles' | 'Protomaps' | 'Shortbread';
  /** Layers that every archive of the schema lists; no other schema has all of them. */
  readonly markers: readonly string[];
  /** Returns undefined for what the map does not show. */
  classify(layerName: string, feature: VectorFeature): MapClass | undefined;
  /** Layers and attributes of the names, which are decoded apart. */
  readonly names: TileSelection;
  listNames(layerName: string, feature: VectorFeature): readonly MapName[];
}
