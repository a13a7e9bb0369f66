import sharp, { type Sharp } from 'sharp';
import type { PiecesJob } from './PiecesJob.ts';

export async function drawPieces(job: PiecesJob): Promise<Sharp> {
  const { canvasWidth, canvasHeight, width, height, background } = job;
  let pixels = new Uint8Array(4 * canvasWidth * canvasHeight);
  for (const { image, left, top } of job.pieces) {
    if (image.length === 0) continue;
    const piece = await sharp(image).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    copyRows(piece.data, piece.info, pixels, { width: canvasWidth, height: canvasHeight }, left, top);
  }
  const isHalf = 2 * width === canvasWidth && 2 * height === canvasHeight;
  if (isHalf) pixels = halve(pixels, canvasWidth, canvasHeight);
  const raw = isHalf
    ? toSharp(pixels, width, height)
    : toSharp(pixels, canvasWidth, canvasHeight).resize(width, height, { fit: 'fill', kernel: 'cubic' });
  return background === undefined ? raw : raw.flatten({ background });
}

const toSharp = (pixels: Uint8Array, width: number, height: number): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 4 } });

interface Size {
  readonly width: number;
  readonly height: number;
}

function copyRows(
  from: Uint8Array,
  size: Size,
  to: Uint8Array,
  toSize: Size,
  left: number,
  top: number,
): void {
  const firstColumn = Math.max(0, -left);
  const columns = Math.min(size.width, toSize.width - left) - firstColumn;
  const endRow = Math.min(size.height, toSize.height - top);
  if (columns <= 0) return;
  for (let row = Math.max(0, -top); row < endRow; row++) {
    const start = 4 * (row * size.width + firstColumn);
    to.set(from.subarray(start, start + 4 * columns), 4 * ((row + top) * toSize.width + left + firstColumn));
  }
}

/** Each pixel is the mean of four, as much of each as can be seen of it. */
function halve(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(width * height);
  const row = 4 * width;
  let at = 0;
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x += 2) {
      const corner = y * row + 4 * x;
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let i = 0; i < 4; i++) {
        const place = corner + (i & 1) * 4 + (i >> 1) * row;
        const seen = pixels[place + 3] as number;
        red += (pixels[place] as number) * seen;
        green += (pixels[place + 1] as number) * seen;
        blue += (pixels[place + 2] as number) * seen;
        alpha += seen;
      }
      if (alpha > 0) {
        result[at] = red / alpha + 0.5;
        result[at + 1] = green / alpha + 0.5;
        result[at + 2] = blue / alpha + 0.5;
        result[at + 3] = alpha / 4 + 0.5;
      }
      at += 4;
    }
  return result;
}
