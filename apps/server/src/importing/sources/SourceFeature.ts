import type { ImportFormat, SkipReason } from '@pgis/contract';
import type { Geometry } from '@pgis/geo';
import type { FoundEncoding } from '../text/encodings.ts';

/** Feature of a file: coordinates in the file's reference system, values unchanged. */
export interface SourceFeature {
  /** Position in the file, from 1: feature number, or line of a CSV or newline-delimited file. */
  readonly rowNumber: number;
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Feature that cannot be imported; the rest of the file can. */
export interface BrokenFeature {
  readonly rowNumber: number;
  /** Sentence for the report of `pgis import`. */
  readonly problem: string;
  /** Group of problems to which it belongs; the browser has a text for each in three languages. */
  readonly reason: SkipReason;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Text that identifies it, where one can be read. */
  readonly key?: string | null;
}

export type ReadFeature = SourceFeature | BrokenFeature;

export const isBroken = (feature: object): feature is BrokenFeature => 'problem' in feature;

/** A file opened for one pass over the features of one of its layers. */
export interface FeatureSource {
  readonly format: ImportFormat;
  /** Names of all layers of the file, the one being read among them. */
  readonly layers: readonly string[];
  readonly layer: string;
  /** Tables without geometries that can be joined. */
  readonly tables?: readonly { readonly name: string; readonly fields: readonly string[] }[];
  /** Encoding of the texts; undefined where the format has only one. */
  readonly encoding?: FoundEncoding;
  /** Coordinate system the file itself names (`EPSG:…` or proj4/WKT text), if any; known after the last feature. */
  readonly declaredCrs: () => string | undefined;
  readonly features: AsyncIterable<ReadFeature>;
}
