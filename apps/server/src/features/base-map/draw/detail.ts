import { toWorldBox } from '../archive/reader/worldBox.ts';
import { CITY_BOUNDS } from '../MapAsset.ts';

/** The last zooms at which the map shows as much as it seems to, everywhere and in the city. */
export const LAST_ZOOM = 12;
export const LAST_CITY_ZOOM = 15;

/** The city in shares of the world's width and height, from the north-west corner. */
export const cityBox = toWorldBox(CITY_BOUNDS);

/** Tells whether the map has more to show at a zoom than at the one before; the position is in shares of the world. */
export function hasDetail(zoom: number, [x, y]: readonly [number, number]): boolean {
  const [minX, minY, maxX, maxY] = cityBox;
  const isInCity = x >= minX && x <= maxX && y >= minY && y <= maxY;
  return zoom <= (isInCity ? LAST_CITY_ZOOM : LAST_ZOOM);
}
