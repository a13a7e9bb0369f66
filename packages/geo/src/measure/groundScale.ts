import type { Position } from '../geometry/geometry.ts';
import { distanceM } from './measureLength.ts';

/** Small enough for the scale to be constant, large enough not to lose digits. */
const HALF_SPAN_M = 50;

/**
 * Returns the metres on the ground (WGS 84 ellipsoid) of one metre of EPSG:3857 around a position. East-west and
 * north-south differ by up to 0.7 % there, because the projection treats the ellipsoid as a sphere; the mean of both
 * is right within 0.35 % in any direction.
 */
export const groundMetresPerMapMetre = ([x, y]: Position): number => {
  const eastWest = distanceM([x - HALF_SPAN_M, y], [x + HALF_SPAN_M, y]) / (2 * HALF_SPAN_M);
  const northSouth = distanceM([x, y - HALF_SPAN_M], [x, y + HALF_SPAN_M]) / (2 * HALF_SPAN_M);
  return Math.sqrt(eastWest * northSouth);
};
