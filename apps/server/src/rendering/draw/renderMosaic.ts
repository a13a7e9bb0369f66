import sharp from 'sharp';
import type { RenderedImage } from '../encode/RenderedImage.ts';
import { unpackPixels } from '../encode/rawPixels.ts';
import type { MosaicJob, MosaicTile } from '../job/MosaicJob.ts';

/** Puts images together on a canvas and resamples it to the size of the job. */
export async function renderMosaic(job: MosaicJob): Promise<RenderedImage> {
  const { canvasWidth, canvasHeight, width, height, background } = job;
  const canvas = emptyImage(canvasWidth, canvasHeight);
  for (const tile of job.tiles) addTile(canvas, tile);
  if (width === canvasWidth && height === canvasHeight && background === undefined) return canvas;
  const raw = sharp(canvas.pixels, { raw: { width: canvasWidth, height: canvasHeight, channels: 4 } });
  raw.resize(width, height, { fit: 'fill', kernel: 'cubic' });
  if (background !== undefined) raw.flatten({ background }).ensureAlpha();
  const { buffer, byteOffset, length } = await raw.raw().toBuffer();
  return { width, height, pixels: new Uint8ClampedArray(buffer, byteOffset, length) };
}

const emptyImage = (width: number, height: number): RenderedImage => ({
  width,
  height,
  pixels: new Uint8ClampedArray(4 * width * height),
});

function addTile(canvas: RenderedImage, { image, left, top, halvedToPx }: MosaicTile): void {
  if (halvedToPx === undefined) {
    if (image.length > 0) copyRows(unpackPixels(image), canvas, { left, top });
    return;
  }
  const halved = image.length > 0 ? halve(unpackPixels(image)) : emptyImage(halvedToPx, halvedToPx);
  copyRows(halved, canvas, { left, top });
}

/** Copies the part of an image that lies on the canvas, replacing its pixels. */
function copyRows(
  from: RenderedImage,
  to: RenderedImage,
  { left, top }: { readonly left: number; readonly top: number },
): void {
  const firstColumn = Math.max(0, -left);
  const columns = Math.min(from.width, to.width - left) - firstColumn;
  const endRow = Math.min(from.height, to.height - top);
  if (columns <= 0) return;
  for (let row = Math.max(0, -top); row < endRow; row++) {
    const source = 4 * (row * from.width + firstColumn);
    const target = 4 * ((row + top) * to.width + left + firstColumn);
    to.pixels.set(from.pixels.subarray(source, source + 4 * columns), target);
  }
}

/** Halves an image: each pixel is the mean of four, weighted by their alpha. */
function halve({ width, height, pixels }: RenderedImage): RenderedImage {
  const half = emptyImage(width / 2, height / 2);
  const result = half.pixels;
  const row = 4 * width;
  let at = 0;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const corner = y * row + 4 * x;
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const pixel = corner + (i & 1) * 4 + (i >> 1) * row;
        const weight = pixels[pixel + 3] as number;
        red += (pixels[pixel] as number) * weight;
        green += (pixels[pixel + 1] as number) * weight;
        blue += (pixels[pixel + 2] as number) * weight;
        alpha += weight;
      }
      if (alpha > 0) {
        result[at] = red / alpha;
        result[at + 1] = green / alpha;
        result[at + 2] = blue / alpha;
        result[at + 3] = alpha / 4;
      }
      at += 4;
    }
  return half;
}
