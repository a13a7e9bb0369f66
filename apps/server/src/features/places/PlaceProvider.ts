import type { Language } from '@pgis/contract';
import type { Position } from '@pgis/geo';

/** A search by words. */
export interface PlaceQuery {
  readonly text: string;
  /** `text` folded for comparison; not empty. */
  readonly folded: string;
  readonly centerLonLat: Position;
  readonly language: Language;
  readonly limit: number;
}

export interface ProvidedPlace {
  readonly name: string;
  /** Text in the reader's language that tells it from others of its name. */
  readonly detail: string;
  readonly lonLat: Position;
  /** 0 when unknown. */
  readonly population: number;
}

export interface NearestPlace {
  readonly name: string;
  readonly lonLat: Position;
  /** A street or house; else a town or village. */
  readonly isAddress: boolean;
}

/**
 * Source of places (D-OBJ-11). A provider rejects when its service cannot be reached or does not answer in
 * time; the search then continues without it.
 */
export interface PlaceProvider {
  /** Attribution to show with its places. */
  readonly attribution: string;
  /** Best first. */
  find(query: PlaceQuery): Promise<readonly ProvidedPlace[]>;
  /** The address or place nearest to a position; undefined where there is none. */
  findNearest(lonLat: Position, language: Language): Promise<NearestPlace | undefined>;
}
