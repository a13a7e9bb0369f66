import type { Extent } from '../extent.ts';
import { intersectExtents, isEmptyExtent } from '../extent.ts';
import { HALF_WORLD_M, WORLD_EXTENT_3857 } from './webMercator.ts';

/** Metres per pixel of EPSG:3857 at zoom 0: 2 · 20037508.34 m on 256 px, as the specification writes it. */
export const ZERO_ZOOM_RESOLUTION = 156543.03390625;

/** VIEW-04: the nearest zoom of the map. */
export const MAX_ZOOM = 28;

/** Returns the whole zoom level nearest to a resolution in metres per pixel. */
export const zoomFromResolution = (resolution: number): number =>
  Math.round(Math.log2(ZERO_ZOOM_RESOLUTION / resolution)) + 0; // + 0 turns -0 into 0

/** Returns the metres per pixel of a zoom level, which may be fractional. */
export const resolutionFromZoom = (zoom: number): number => ZERO_ZOOM_RESOLUTION / 2 ** zoom;

/** An XYZ tile; y counts from the north. */
export type Tile = { readonly z: number; readonly x: number; readonly y: number };

const tileSizeM = (z: number): number => (2 * HALF_WORLD_M) / 2 ** z;

/** Returns the EPSG:3857 extent of an XYZ tile. */
export const tileExtent = ({ z, x, y }: Tile): Extent => {
  const size = tileSizeM(z);
  return [
    x * size - HALF_WORLD_M,
    HALF_WORLD_M - (y + 1) * size,
    (x + 1) * size - HALF_WORLD_M,
    HALF_WORLD_M - y * size,
  ];
};

/** True for whole numbers inside the pyramid of a zoom level from 0 to 30. */
export const isTile = ({ z, x, y }: Tile): boolean =>
  [z, x, y].every(Number.isInteger) && z >= 0 && z <= 30 && x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z;

/**
 * Returns the columns and rows, both ends included, of the tiles that touch an EPSG:3857 extent; undefined outside
 * the world.
 */
export const getTileRange = (
  extent: Readonly<Extent>,
  z: number,
): { minX: number; minY: number; maxX: number; maxY: number } | undefined => {
  const inside = intersectExtents(extent, WORLD_EXTENT_3857);
  if (isEmptyExtent(inside)) return undefined;
  const size = tileSizeM(z);
  const last = 2 ** z - 1;
  const index = (distance: number): number => Math.min(last, Math.floor(distance / size));
  return {
    minX: index(inside[0] + HALF_WORLD_M),
    minY: index(HALF_WORLD_M - inside[3]),
    maxX: index(inside[2] + HALF_WORLD_M),
    maxY: index(HALF_WORLD_M - inside[1]),
  };
};
