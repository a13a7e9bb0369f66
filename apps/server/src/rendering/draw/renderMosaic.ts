import sharp from 'sharp';
import type { RenderedImage } from '../encode/RenderedImage.ts';
import { joinBlocks, listBlocks, packBlock, packPixels } from '../encode/rawPixels.ts';
import type { MosaicJob, MosaicTile } from '../job/MosaicJob.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import { emptyImage, PackedTile } from './PackedTile.ts';
import { renderImage } from './renderImage.ts';

/** Canvas of all mosaics: a worker renders one after the other, and memory of this size would otherwise be collected often. */
let sharedPixels = new Uint8ClampedArray();

function clearCanvas(width: number, height: number): RenderedImage {
  const length = 4 * width * height;
  if (sharedPixels.length < length) sharedPixels = new Uint8ClampedArray(length);
  const pixels = sharedPixels.subarray(0, length);
  pixels.fill(0);
  return { width, height, pixels };
}

/** Puts images together on a canvas and resamples it to the size of the job. */
export async function renderMosaic(job: MosaicJob, stop?: Int32Array): Promise<RenderedImage> {
  const { canvasWidth, canvasHeight, width, height, background } = job;
  const canvas = clearCanvas(canvasWidth, canvasHeight);
  for (const tile of job.tiles) toPackedTile(tile, stop).drawOn({ ...canvas, left: 0, top: 0 });
  if (width === canvasWidth && height === canvasHeight && background === undefined) return canvas;
  const raw = sharp(canvas.pixels, { raw: { width: canvasWidth, height: canvasHeight, channels: 4 } });
  raw.resize(width, height, { fit: 'fill', kernel: 'cubic' });
  if (background !== undefined) raw.flatten({ background }).ensureAlpha();
  const { buffer, byteOffset, length } = await raw.raw().toBuffer();
  return { width, height, pixels: new Uint8ClampedArray(buffer, byteOffset, length) };
}

/** Puts images together to packed pixels, at their size. A block that one of them shows alone is taken over as it is packed. */
export function composePacked(
  { tiles, width, height }: MosaicJob,
  stop?: Int32Array,
): Uint8Array<ArrayBuffer> {
  const packed = tiles.map((tile) => toPackedTile(tile, stop));
  const size = { width, height };
  return joinBlocks(
    size,
    listBlocks(size).map((box) => composeBlock(packed, box)),
  );
}

const toPackedTile = ({ image, ...tile }: MosaicTile, stop: Int32Array | undefined): PackedTile =>
  new PackedTile(image instanceof Uint8Array ? image : packPixels(renderImage(image, stop)), tile);

function composeBlock(tiles: readonly PackedTile[], box: PixelBox): Uint8Array {
  const bottom = tiles.findLastIndex((tile) => tile.covers(box));
  const visible = tiles.slice(Math.max(0, bottom)).filter((tile) => tile.touches(box));
  const [only] = visible;
  const unchanged = visible.length === 1 && bottom >= 0 ? only?.findBlock(box) : undefined;
  if (unchanged !== undefined) return unchanged;
  const block = { ...emptyImage(box.width, box.height), ...box };
  for (const tile of visible) tile.drawOn(block);
  return packBlock(block.pixels);
}
