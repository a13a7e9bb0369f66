/** The classes that the style table knows, the same for archives of every schema. */
export type LandClass =
  | 'urban'
  | 'industrial'
  | 'farmland'
  | 'grass'
  | 'park'
  | 'cemetery'
  | 'sand'
  | 'wetland'
  | 'wood'
  | 'pedestrianArea';
export type AreaClass = LandClass | 'water' | 'building';
/** `minor`: residential, unclassified, living street. */
export type RoadClass =
  | 'motorway'
  | 'trunk'
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'minor'
  | 'pedestrian'
  | 'service'
  | 'track'
  | 'path';
export type RailClass = 'main' | 'service' | 'tram';
/** `stream` includes ditches and drains. */
export type WaterwayClass = 'river' | 'canal' | 'stream';
/** `municipality`: every border below that of a country, down to administrative level 8. */
export type BorderClass = 'country' | 'municipality';
export type Structure = 'ground' | 'bridge' | 'tunnel';

/** Class of a feature by which it is drawn. */
export type MapClass =
  | { readonly kind: 'area'; readonly class: AreaClass; readonly isSea?: boolean }
  | {
      readonly kind: 'road';
      readonly class: RoadClass;
      /** A ramp of its class. */
      readonly isLink: boolean;
      readonly structure: Structure;
    }
  | { readonly kind: 'rail'; readonly class: RailClass }
  | { readonly kind: 'waterway'; readonly class: WaterwayClass }
  | { readonly kind: 'border'; readonly class: BorderClass };

/** A feature of the map. Coordinates count in `TILE_UNITS` from the north-west corner of its tile, as in `VectorFeature`. */
export interface MapFeature {
  readonly mapClass: MapClass;
  readonly paths: readonly Float64Array[];
  /** minX, minY, maxX, maxY of all paths. */
  readonly bounds: readonly [number, number, number, number];
}
