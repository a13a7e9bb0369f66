import { cropPacked } from '../encode/rawPixels.ts';
import type { ImageRequest } from '../job/ImageRequest.ts';
import type { MosaicJob } from '../job/MosaicJob.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import type { MetatileCache } from './MetatileCache.ts';
import type { MetatileWork } from './MetatileRenderer.ts';
import {
  type LevelWindow,
  levelResolution,
  listMetatiles,
  METATILE_PX,
  nearestLevel,
  toPixelBox,
} from './metatileGrid.ts';
import type { MetatileKey } from './metatileKey.ts';

/** The image to make of a window. */
export type Target = Pick<ImageRequest, 'width' | 'height' | 'background' | 'format'>;

/** A metatile under a window and its position there. */
interface WindowTile {
  readonly image: Buffer;
  readonly left: number;
  readonly top: number;
}

/** Returns the metatiles under a window, as tiles of its canvas. */
export async function readWindow(
  { metatiles, ...work }: MetatileWork & { readonly metatiles: MetatileCache },
  { key, window }: { readonly key: MetatileKey; readonly window: LevelWindow },
): Promise<WindowTile[]> {
  const { box } = window;
  return await Promise.all(
    listMetatiles(window).map(async (metatile) => ({
      image: await metatiles.get(key, metatile, work),
      left: metatile.x * METATILE_PX - box.left,
      top: metatile.y * METATILE_PX - box.top,
    })),
  );
}

/** Puts the metatiles under a window together and resamples them to the size of the target. */
export function toMosaicJob(
  tiles: readonly WindowTile[],
  { box }: LevelWindow,
  { width, height, background, format }: Target,
): MosaicJob {
  const { width: canvasWidth, height: canvasHeight } = box;
  // Others may have the same metatiles, so that these cannot be moved to the worker. Those of the cache are shared; of the
  // others most blocks lie outside.
  const cropped = tiles.map((tile) => ({ ...tile, image: cropTile(tile, box) }));
  const size = { canvasWidth, canvasHeight, width, height };
  return { tiles: cropped, areTilesMoved: true, ...size, background, format };
}

const cropTile = ({ image, left, top }: WindowTile, { width, height }: PixelBox) =>
  image.buffer instanceof SharedArrayBuffer
    ? image
    : cropPacked(image, { left: -left, top: -top, width, height });

/** The ratio of pixel width to height beyond which metatiles would show a map distorted. */
const MAX_STRETCH = 1.01;

/** Returns the window of the nearest level for a map; undefined for other projections and when rules are switched off. */
export function toLevelWindow({
  crs,
  extent,
  width,
  height,
  pixelRatio,
  hiddenRules,
}: ImageRequest): LevelWindow | undefined {
  const [minX, minY, maxX, maxY] = extent;
  const resolution = (maxX - minX) / width;
  const stretch = resolution / ((maxY - minY) / height);
  if (crs !== 'EPSG:3857' || hiddenRules.length > 0) return undefined;
  if (Math.max(stretch, 1 / stretch) > MAX_STRETCH) return undefined;
  const level = nearestLevel(resolution);
  if (level < 0) return undefined;
  const box = toPixelBox(extent, level);
  // At the resolution of the level itself the image is not resampled.
  const isSame = Math.abs(resolution / levelResolution(level) - 1) * Math.max(width, height) < 0.5;
  return {
    level,
    box: isSame ? { ...box, width, height } : box,
    pixelRatio: 2 ** Math.round(Math.log2(pixelRatio)),
  };
}
