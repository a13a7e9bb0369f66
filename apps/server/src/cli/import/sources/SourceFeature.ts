import type { Geometry } from '@pgis/geo';

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
  readonly problem: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export type ReadFeature = SourceFeature | BrokenFeature;

export const isBroken = (feature: object): feature is BrokenFeature => 'problem' in feature;

export interface FeatureSource {
  /** Coordinate system the file itself names (`EPSG:…` or proj4/WKT text), if any. */
  readonly declaredCrs: () => string | undefined;
  /** Bytes of the file read so far, for the progress bar. */
  readonly bytesRead: () => number;
  readonly totalBytes: number;
  readonly features: AsyncIterable<ReadFeature>;
}
