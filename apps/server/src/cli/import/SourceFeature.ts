import type { Geometry } from '@pgis/geo';

/** A feature as its file has it: coordinates in the file's system, values as they came. */
export interface SourceFeature {
  /** Place in the file, from 1: feature number, or line of a CSV or newline-delimited file. */
  readonly place: number;
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** A feature that cannot be read; the rest of the file can. */
export interface BrokenFeature {
  readonly place: number;
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
