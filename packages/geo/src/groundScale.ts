import type { Position } from './geometry.ts';
import { distanceM } from './measureLength.ts';

/** Short enough to be one place, long enough for the digits of a number. */
const REACH_M = 50;

/**
 * Metres on the ground for a metre of EPSG:3857 around a place, along the WGS 84 ellipsoid. East-west and north-south
 * differ by up to 0.7 % there (the map projects the ellipsoid as if it were a sphere); this is the mean of both, so it
 * is right within 0.35 % in any direction.
 */
export const groundMetresPerMapMetre = ([x, y]: Position): number => {
  const eastWest = distanceM([x - REACH_M, y], [x + REACH_M, y]) / (2 * REACH_M);
  const northSouth = distanceM([x, y - REACH_M], [x, y + REACH_M]) / (2 * REACH_M);
  return Math.sqrt(eastWest * northSouth);
};
