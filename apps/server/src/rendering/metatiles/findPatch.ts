import type { Extent } from '@pgis/geo';
import type { PixelBox } from '../job/tileGrid.ts';
import { levelResolution, METATILE_PX, type Metatile, metatileExtent } from './metatileGrid.ts';

/** Share of a metatile above which it is rendered as a whole. */
const MAX_SHARE = 0.5;

/**
 * Returns the part of a metatile that changes may affect: their boxes with the symbol buffer, in CSS pixels. Undefined
 * when that is most of the metatile, or nothing.
 */
export function findPatch(
  metatile: Metatile,
  changed: readonly Extent[],
  bufferPx: number,
): PixelBox | undefined {
  const [west, , , north] = metatileExtent(metatile);
  const resolution = levelResolution(metatile.level);
  const buffer = bufferPx * metatile.pixelRatio;
  const clamp = (pixel: number) => Math.min(METATILE_PX, Math.max(0, pixel));
  let [left, top, right, bottom] = [METATILE_PX, METATILE_PX, 0, 0];
  for (const [minX, minY, maxX, maxY] of changed) {
    left = Math.min(left, clamp(Math.floor((minX - west) / resolution) - buffer));
    top = Math.min(top, clamp(Math.floor((north - maxY) / resolution) - buffer));
    right = Math.max(right, clamp(Math.ceil((maxX - west) / resolution) + buffer));
    bottom = Math.max(bottom, clamp(Math.ceil((north - minY) / resolution) + buffer));
  }
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0 || width * height > MAX_SHARE * METATILE_PX ** 2) return undefined;
  return { left, top, width, height };
}
