import type { AttributeValue, VectorFeature } from '../tile/VectorTile.ts';

/** The classes of names that the style table knows. `house`: house number. */
export type NameClass =
  | 'country'
  | 'city'
  | 'town'
  | 'village'
  | 'district'
  | 'hamlet'
  | 'farm'
  | 'water'
  | 'waterway'
  | 'shield'
  | 'roadMain'
  | 'roadMid'
  | 'roadMinor'
  | 'house';

export type Attributes = Readonly<Record<string, AttributeValue>>;

/** A name in a tile of an archive, in all languages that the archive has. */
export interface MapName {
  readonly nameClass: NameClass;
  /** The text itself where it has no language, or the attributes with the names. */
  readonly text: string | Attributes;
  /** Within a class names of a smaller rank are placed first. */
  readonly rank: number;
  readonly isLine: boolean;
  readonly paths: VectorFeature['paths'];
}
