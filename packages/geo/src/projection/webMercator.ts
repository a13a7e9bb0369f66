import type { Extent } from '../extent.ts';
import type { Position } from '../geometry/geometry.ts';

/** Equatorial radius of WGS 84 in metres, the radius of the EPSG:3857 sphere. */
export const EARTH_RADIUS_M = 6378137;

/** Half the width of the EPSG:3857 world in metres: π · 6378137. */
export const HALF_WORLD_M = 20037508.342789244;

export const WORLD_EXTENT_3857: Readonly<Extent> = [-HALF_WORLD_M, -HALF_WORLD_M, HALF_WORLD_M, HALF_WORLD_M];

/** Latitude at which the square world of EPSG:3857 ends. */
export const MAX_LATITUDE = 85.0511287798066;

const RADIANS = Math.PI / 180;

const clamp = (value: number, limit: number): number => Math.min(limit, Math.max(-limit, value));

/**
 * Converts EPSG:4326 degrees to EPSG:3857 metres; positions beyond the square world are clamped to its edge.
 */
export const toMercator = ([lon, lat]: Position): [number, number] => {
  const sine = Math.sin(clamp(lat, MAX_LATITUDE) * RADIANS);
  return [
    clamp((lon / 180) * HALF_WORLD_M, HALF_WORLD_M),
    clamp(EARTH_RADIUS_M * Math.atanh(sine), HALF_WORLD_M),
  ];
};

/** Converts EPSG:3857 metres to EPSG:4326 degrees. */
export const toLonLat = ([x, y]: Position): [number, number] => [
  (x / HALF_WORLD_M) * 180,
  Math.atan(Math.sinh(y / EARTH_RADIUS_M)) / RADIANS,
];

/** Converts `[minLon, minLat, maxLon, maxLat]` to EPSG:3857. */
export const toMercatorExtent = ([minLon, minLat, maxLon, maxLat]: Readonly<Extent>): Extent => [
  ...toMercator([minLon, minLat]),
  ...toMercator([maxLon, maxLat]),
];

/** Converts an EPSG:3857 extent to `[minLon, minLat, maxLon, maxLat]`. */
export const toLonLatExtent = ([minX, minY, maxX, maxY]: Readonly<Extent>): Extent => [
  ...toLonLat([minX, minY]),
  ...toLonLat([maxX, maxY]),
];
