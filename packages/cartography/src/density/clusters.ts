import { resolutionFromZoom } from '@pgis/geo';

/** Side of the cells whose points become one circle. Cells divide the tiles of the XYZ grid, so no tile cuts a circle. */
export const CLUSTER_CELL_PX = 64;
/** Cells with fewer points draw them as specified. */
export const MIN_CLUSTER_POINTS = 3;
export const CLUSTER_RIM_PX = 2;

const MIN_RADIUS_PX = 12;
const MAX_RADIUS_PX = 20;
/** Distance that a circle may reach from its middle, rim included. */
export const MAX_CLUSTER_PX: number = MAX_RADIUS_PX + CLUSTER_RIM_PX;

/** The circle grows with the power of ten of its count. */
export const clusterRadiusPx = (count: number): number =>
  Math.min(MAX_RADIUS_PX, MIN_RADIUS_PX + 2.5 * Math.max(0, Math.log10(count / MIN_CLUSTER_POINTS)));

/** Writes a count in at most four characters: `128`, `1.2k`, `12k`, `3.4M`. */
export const clusterText = (count: number): string => {
  if (count < 1_000) return String(count);
  const [value, unit] = count < 999_500 ? [count / 1_000, 'k'] : [count / 1_000_000, 'M'];
  return value < 9.95 ? `${value.toFixed(1)}${unit}` : `${Math.round(value)}${unit}`;
};

/** Side of a cell at a whole zoom, in metres of EPSG:3857. */
export const clusterCellM = (zoom: number): number => CLUSTER_CELL_PX * resolutionFromZoom(zoom);

/** Returns the middle of the points of a cell, moved so far into it that the circle does not leave it. */
export const clusterPosition = (
  cell: number,
  mean: number,
  { zoom, count }: { readonly zoom: number; readonly count: number },
): number => {
  const side = clusterCellM(zoom);
  const inset = (clusterRadiusPx(count) + CLUSTER_RIM_PX) * resolutionFromZoom(zoom);
  return Math.min((cell + 1) * side - inset, Math.max(cell * side + inset, mean));
};
