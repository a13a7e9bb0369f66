import type { GetMap } from '../parseGetMap.ts';
import {
  BLOCK_PX,
  levelResolution,
  listBlocks,
  type MapOfBlocks,
  nearestLevel,
  toPixelBox,
} from './blockGrid.ts';
import type { BlockLook, BlockWork, ImageBlocks } from './ImageBlocks.ts';

export type Target = Pick<GetMap, 'width' | 'height' | 'background' | 'format'>;

/** A part of a level as a picture of some size. */
export async function composeBox(
  { blocks, ...work }: BlockWork & { readonly blocks: ImageBlocks },
  look: BlockLook,
  { level, box, pixelRatio }: MapOfBlocks,
  { width, height, background, format }: Target,
): Promise<Uint8Array> {
  const pieces = [];
  for (const block of listBlocks(box, level, pixelRatio)) {
    const image = await blocks.get(look, block, work);
    pieces.push({ image, left: block.x * BLOCK_PX - box.left, top: block.y * BLOCK_PX - box.top });
  }
  const canvas = { canvasWidth: box.width, canvasHeight: box.height };
  return await work.pool.draw({ pieces, ...canvas, width, height, background, format }, work.signal);
}

/** Pixels may be this much wider than high before blocks would show them wrong. */
const MOST_STRETCH = 1.01;

/** The pixels of the nearest level that show a map; undefined where blocks cannot: another projection, rules switched off. */
export function toMapOfBlocks({
  crs,
  extent,
  width,
  height,
  pixelRatio,
  hiddenRules,
}: GetMap): MapOfBlocks | undefined {
  const [minX, minY, maxX, maxY] = extent;
  const resolution = (maxX - minX) / width;
  const stretch = resolution / ((maxY - minY) / height);
  if (crs !== 'EPSG:3857' || hiddenRules.length > 0) return undefined;
  if (Math.max(stretch, 1 / stretch) > MOST_STRETCH) return undefined;
  const level = nearestLevel(resolution);
  if (level < 0) return undefined;
  const box = toPixelBox(extent, level);
  // At a level itself every pixel stays what it is.
  const isSame = Math.abs(resolution / levelResolution(level) - 1) * Math.max(width, height) < 0.5;
  return {
    level,
    box: isSame ? { ...box, width, height } : box,
    pixelRatio: 2 ** Math.round(Math.log2(pixelRatio)),
  };
}
