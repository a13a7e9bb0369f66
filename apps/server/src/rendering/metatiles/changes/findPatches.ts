import type { Extent } from '@pgis/geo';
import type { PixelBox } from '../../job/tileGrid.ts';
import { levelResolution, METATILE_PX, type Metatile, metatileExtent } from '../metatileGrid.ts';

/** Share of a metatile above which it is rendered as a whole. */
const MAX_SHARE = 0.5;
/** Each patch is a query of its own. */
const MAX_PATCHES = 6;
/** Patches are joined when that adds less than this share to their pixels: each reads the objects around it, too. */
const JOINED_SHARE = 0.5;

/**
 * Returns the parts of a metatile that changes may affect: their boxes with the symbol buffer, in CSS pixels, joined where
 * they are close. Undefined when that is most of the metatile, or nothing.
 */
export function findPatches(
  metatile: Metatile,
  changed: readonly Extent[],
  bufferPx: number,
): PixelBox[] | undefined {
  const [west, , , north] = metatileExtent(metatile);
  const resolution = levelResolution(metatile.level);
  const buffer = bufferPx * metatile.pixelRatio;
  const clamp = (pixel: number) => Math.min(METATILE_PX, Math.max(0, pixel));
  const patches: PixelBox[] = [];
  for (const [minX, minY, maxX, maxY] of changed) {
    const left = clamp(Math.floor((minX - west) / resolution) - buffer);
    const top = clamp(Math.floor((north - maxY) / resolution) - buffer);
    const width = clamp(Math.ceil((maxX - west) / resolution) + buffer) - left;
    const height = clamp(Math.ceil((north - minY) / resolution) + buffer) - top;
    if (width > 0 && height > 0) addPatch(patches, { left, top, width, height });
  }
  const share = patches.reduce((sum, patch) => sum + areaOf(patch), 0) / METATILE_PX ** 2;
  return patches.length === 0 || share > MAX_SHARE ? undefined : patches;
}

const areaOf = ({ width, height }: PixelBox): number => width * height;

/** Adds a patch, joined with the one that it touches or is close to; beyond the limit with the closest. */
function addPatch(patches: PixelBox[], patch: PixelBox): void {
  const gapTo = (other: PixelBox) => areaOf(join(other, patch)) - areaOf(other) - areaOf(patch);
  const [closest] = patches.toSorted((a, b) => gapTo(a) - gapTo(b));
  const isJoined =
    closest !== undefined &&
    (patches.length >= MAX_PATCHES || gapTo(closest) <= JOINED_SHARE * (areaOf(closest) + areaOf(patch)));
  if (!isJoined) {
    patches.push(patch);
    return;
  }
  patches.splice(patches.indexOf(closest), 1);
  addPatch(patches, join(closest, patch));
}

function join(a: PixelBox, b: PixelBox): PixelBox {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}
