/** Units of a decoded tile along one side, whatever the archive's own extent. */
export const TILE_UNITS = 4096;

export type GeometryType = 'point' | 'line' | 'polygon';

export type AttributeValue = string | number | boolean;

/** One feature of a layer. Coordinates count in `TILE_UNITS` from the tile's north-west corner and may lie outside it. */
export interface VectorFeature {
  readonly type: GeometryType;
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  /**
   * Points, lines or rings, each x0, y0, x1, y1 … Rings have no closing point; outer rings run clockwise on the screen,
   * holes the other way, so that the non-zero rule fills all polygons of a tile at once.
   */
  readonly paths: readonly Float64Array[];
}

/** Layers by name. */
export type VectorTile = ReadonlyMap<string, readonly VectorFeature[]>;
