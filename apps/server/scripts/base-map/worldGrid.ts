import { HALF_WORLD_M, toMercator } from '@pgis/geo';
import type { Position } from 'geojson';
import { DETAILED_BOUNDS, FINEST_GRID_BITS } from '../../src/features/base-map/MapAsset.ts';

const CELLS = 2 ** FINEST_GRID_BITS;

/** Converts longitude and latitude to whole cells of the finest grid. */
export function toGrid([lon = 0, lat = 0]: Position): [number, number] {
  const [x, y] = toMercator([lon, lat]);
  return [
    Math.round(((x + HALF_WORLD_M) / (2 * HALF_WORLD_M)) * CELLS),
    Math.round(((HALF_WORLD_M - y) / (2 * HALF_WORLD_M)) * CELLS),
  ];
}

/** A rectangle in the finest grid: minX, minY, maxX, maxY (y southwards). */
export type GridBox = readonly [number, number, number, number];

export function toGridBox(west: number, south: number, east: number, north: number): GridBox {
  const [minX, minY] = toGrid([west, north]);
  const [maxX, maxY] = toGrid([east, south]);
  return [minX, minY, maxX, maxY];
}

/** Box of the whole world. */
export const WORLD_BOX: GridBox = toGridBox(-180, -85.06, 180, 85.06);
/** Box of `shared/data/basemap`: the part in full detail. */
export const DATA_BOX: GridBox = toGridBox(...DETAILED_BOUNDS);
/** Northern Europe: coast at medium detail, and borders. It ends at 48 N, short of every disputed border. */
export const NEAR_BOX: GridBox = toGridBox(4, 48, 46, 71.3);
