import type { Extent } from '@pgis/geo';
import { BLOCK_PX, type Block, blockExtent, levelResolution, type PixelBox } from './blockGrid.ts';

/** Past this part of a block it is drawn as a whole. */
const MOST_OF_BLOCK = 0.5;

/**
 * The part of a block that changes may have touched: their boxes as far as symbols reach. Undefined where it is most of it.
 */
export function findPatch(block: Block, boxes: readonly Extent[], reachPx: number): PixelBox | undefined {
  const [blockX, , , blockY] = blockExtent(block);
  const resolution = levelResolution(block.level);
  const reach = reachPx * block.pixelRatio;
  const clamp = (pixel: number) => Math.min(BLOCK_PX, Math.max(0, pixel));
  let [left, top, right, bottom] = [BLOCK_PX, BLOCK_PX, 0, 0];
  for (const [minX, minY, maxX, maxY] of boxes) {
    left = Math.min(left, clamp(Math.floor((minX - blockX) / resolution) - reach));
    top = Math.min(top, clamp(Math.floor((blockY - maxY) / resolution) - reach));
    right = Math.max(right, clamp(Math.ceil((maxX - blockX) / resolution) + reach));
    bottom = Math.max(bottom, clamp(Math.ceil((blockY - minY) / resolution) + reach));
  }
  const [width, height] = [right - left, bottom - top];
  if (width <= 0 || height <= 0 || width * height > MOST_OF_BLOCK * BLOCK_PX ** 2) return undefined;
  return { left, top, width, height };
}
