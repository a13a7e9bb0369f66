import { HALF_WORLD_M, toLonLat } from '@pgis/geo';
import { FINEST_GRID_BITS, type MapAsset } from '../../MapAsset.ts';

export interface NearestPlace {
  /** Name and distance. */
  readonly text: string;
  /** Direction in radians, clockwise on the screen from the east. */
  readonly angle: number;
}

const CELL_M = (2 * HALF_WORLD_M) / 2 ** FINEST_GRID_BITS;

/** Returns the place or district that is nearest to a position in the finest grid; undefined when the map has none. */
export function toNearestPlace(
  { places, names }: Pick<MapAsset, 'places' | 'names'>,
  [x, y]: readonly [number, number],
): NearestPlace | undefined {
  let nearest: { readonly name: string; readonly dx: number; readonly dy: number } | undefined;
  let least = Number.POSITIVE_INFINITY;
  const compare = (name: string, dx: number, dy: number): void => {
    const distance = Math.hypot(dx, dy);
    if (distance >= least) return;
    least = distance;
    nearest = { name, dx, dy };
  };
  for (const [, name, placeX, placeY] of places) compare(name, placeX - x, placeY - y);
  for (const { kind, text, x: nameX, y: nameY } of names)
    if (kind === 'district') compare(text, nameX - x, nameY - y);
  if (!nearest) return undefined;
  const [, lat] = toLonLat([0, HALF_WORLD_M - y * CELL_M]);
  const distanceM = least * CELL_M * Math.cos((lat * Math.PI) / 180);
  const { name, dx, dy } = nearest;
  return { text: `${name} ${formatDistance(distanceM)}`, angle: Math.atan2(dy, dx) };
}

/** Rounds as coarsely as the position of a place is known. */
const formatDistance = (distanceM: number): string =>
  distanceM < 950
    ? `${Math.max(Math.round(distanceM / 100), 1) * 100} m`
    : `${Math.round(distanceM / 1000)} km`;
