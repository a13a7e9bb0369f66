import { containsPoint, distanceM, type Extent, type Position, toMercator } from '@pgis/geo';

/** Positions that an address may have. */
export interface Locations {
  /** Centres of the company's own objects with this name. */
  readonly objects: readonly Position[];
  /** Places of the gazetteer with this name. */
  readonly places: readonly Position[];
}

/** Objects of one address, such as a parcel and its building, lie near each other. */
const SAME_OBJECT_M = 100;
/** The gazetteer has towns twice, once as a place and once as the seat of an authority. */
const SAME_PLACE_M = 3_000;

/**
 * Returns the position that an address means, `ambiguous` where it may be another, and undefined where nothing has the name. The
 * company's own objects come first, then places in its map area, then those elsewhere. Positions are in degrees.
 */
export function chooseLocation(
  { objects, places }: Locations,
  area: Extent,
): Position | 'ambiguous' | undefined {
  if (objects.length > 0) return theOnly(objects, SAME_OBJECT_M);
  const near = places.filter((place) => containsPoint(area, toMercator(place)));
  return theOnly(near.length > 0 ? near : places, SAME_PLACE_M);
}

function theOnly(positions: readonly Position[], toleranceM: number): Position | 'ambiguous' | undefined {
  const [first, ...others] = positions;
  if (first === undefined) return undefined;
  const from = toMercator(first);
  return others.every((one) => distanceM(from, toMercator(one)) <= toleranceM) ? first : 'ambiguous';
}
