import { distanceM, toMercator } from '@pgis/geo';

export type LonLat = readonly [number, number];

/** Position of a report. */
export interface Place {
  readonly lonLat: LonLat;
  /** Accuracy that the device states; null for a position of the map. */
  readonly accuracyM: number | null;
  /** The middle of a map that the user has moved: they have not said yet that it is the position. */
  readonly isSuggested: boolean;
}

/** Position that a device reports. */
export interface Fix {
  readonly lonLat: LonLat;
  readonly accuracyM: number;
}

/** Address that the user has typed for a position. */
export interface TypedAddress {
  readonly text: string;
  readonly lonLat: LonLat;
}

/** A position that the device knows less exactly says which town it is in, not which street. */
const MAX_ERROR_M = 100;

/** A map that was moved farther away from the device than this may show what the user wants to report. */
const SAME_PLACE_M = 50;

/** A pin that was moved farther than this stands at another address. */
const SAME_ADDRESS_M = 10;

const awayM = (a: LonLat, b: LonLat): number => distanceM(toMercator([...a]), toMercator([...b]));

/** True if the position of the device is that of the report, unless the user selects another one. */
export const isUsable = ({ lonLat, accuracyM }: Fix, suggested: Place | null): boolean =>
  accuracyM <= MAX_ERROR_M && (suggested === null || awayM(suggested.lonLat, lonLat) <= SAME_PLACE_M);

/** The typed address if it was typed for about this position; null after the pin has moved. */
export const typedAt = (typed: TypedAddress | null, lonLat: LonLat | null): string | null =>
  typed !== null && lonLat !== null && awayM(typed.lonLat, lonLat) <= SAME_ADDRESS_M ? typed.text : null;
