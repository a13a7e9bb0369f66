import { readFileSync } from 'node:fs';
import { HALF_WORLD_M, type Position, toLonLat } from '@pgis/geo';
import { decodeMapHeader, MAP_ASSET_FILE } from './decodeMapAsset.ts';
import { FINEST_GRID_BITS, type PlaceKind } from './MapAsset.ts';

export interface Place {
  readonly geonameId: number;
  /** Name in the language of the country, in Latin letters. */
  readonly name: string;
  /** Accurate to about two metres. */
  readonly lonLat: Position;
  /** 0 when unknown. */
  readonly population: number;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  readonly kind: PlaceKind;
}

/**
 * Lists the settlements of the base map, the most populous first: all of GeoNames with at least 1 000 people in Latvia and
 * its neighbours, towns of northern Europe, capitals and big cities of the world. Reads a file: cache the result.
 */
export function listPlaces(): Place[] {
  const metresPerCell = (2 * HALF_WORLD_M) / 2 ** FINEST_GRID_BITS;
  return decodeMapHeader(readFileSync(MAP_ASSET_FILE)).places.map(
    ([geonameId, name, x, y, population, country, kind]) => ({
      geonameId,
      name,
      lonLat: toLonLat([x * metresPerCell - HALF_WORLD_M, HALF_WORLD_M - y * metresPerCell]),
      population,
      country,
      kind,
    }),
  );
}
