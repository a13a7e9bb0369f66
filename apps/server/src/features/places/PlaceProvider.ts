import type { Language } from '@pgis/contract';
import type { Position } from '@pgis/geo';

/** What somebody looks for. */
export interface PlaceQuery {
  readonly text: string;
  /** `text` as names are compared; not empty. */
  readonly folded: string;
  readonly centerLonLat: Position;
  readonly language: Language;
  readonly most: number;
}

export interface ProvidedPlace {
  readonly name: string;
  /** What tells it from others of its name, in the reader's language. */
  readonly detail: string;
  readonly lonLat: Position;
  /** 0 when unknown. */
  readonly population: number;
}

/**
 * Where places come from (D-OBJ-11). A provider rejects when its service cannot be asked or does not answer in time; the
 * search then goes on without it.
 */
export interface PlaceProvider {
  /** Whom to name where its places are shown. */
  readonly attribution: string;
  /** Best first. */
  find(query: PlaceQuery): Promise<readonly ProvidedPlace[]>;
}
