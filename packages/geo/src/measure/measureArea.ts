import type { Geometry, PolygonRings, Position, Ring } from '../geometry/geometry.ts';
import { EARTH_RADIUS_M, HALF_WORLD_M } from '../projection/webMercator.ts';
import { AUTHALIC_RADIUS_M, authalicSine } from './ellipsoid.ts';

/** tan(β / 2) of the authalic latitude β of an EPSG:3857 northing; sin φ = tanh(y / R). */
const tanHalfAuthalic = (y: number): number => {
  const sine = authalicSine(Math.tanh(y / EARTH_RADIUS_M));
  return sine / (1 + Math.sqrt(1 - sine * sine));
};

/** Spherical excess of the quadrilateral between an edge and the equator, signed: westward edges count negative. */
const excess = (dLon: number, tanA: number, tanB: number): number =>
  2 * Math.atan2(Math.tan(dLon / 2) * (tanA + tanB), 1 + tanA * tanB);

const ringAreaM2 = (ring: Ring): number => {
  let sum = 0;
  let [x, y] = ring[0] ?? [0, 0];
  let tan = tanHalfAuthalic(y);
  for (const [nextX, nextY] of ring.slice(1)) {
    const nextTan = tanHalfAuthalic(nextY);
    const turns = (nextX - x) / (2 * HALF_WORLD_M);
    sum += excess(2 * Math.PI * (turns - Math.round(turns)), tan, nextTan);
    [x, y, tan] = [nextX, nextY, nextTan];
  }
  return Math.abs(sum) * AUTHALIC_RADIUS_M * AUTHALIC_RADIUS_M;
};

const polygonAreaM2 = ([shell, ...holes]: PolygonRings): number =>
  holes.reduce((area, hole) => area - ringAreaM2(hole), ringAreaM2(shell ?? ([] as Position[])));

/**
 * Returns the geodesic square metres of the polygons of an EPSG:3857 geometry without their holes; 0 for points and
 * lines. Latitudes are converted to the authalic sphere of WGS 84 (the same surface as the ellipsoid; Snyder 1987),
 * where the area of a polygon is its spherical excess (Bessel; also Karney, "Algorithms for geodesics", J. Geodesy 87
 * (2013), section 6). The path between two vertices differs from that of PostGIS (`ST_Area(geography)`), which
 * changes the area by up to 1e-6 at 10 km across and 1e-5 at 100 km. The sphere of `ol/sphere` is off by 0.5 % there,
 * and by more the longer the edges.
 */
export const measureAreaM2 = (geometry: Geometry): number => {
  if (geometry.type === 'Polygon') return polygonAreaM2(geometry.coordinates);
  if (geometry.type !== 'MultiPolygon') return 0;
  return geometry.coordinates.reduce((sum, polygon) => sum + polygonAreaM2(polygon), 0);
};
