import sharp from 'sharp';
import type { Drawing } from './Drawing.ts';
import type { Piece, PiecesJob } from './PiecesJob.ts';
import { unpackPixels } from './rawPicture.ts';

export async function drawPieces(job: PiecesJob): Promise<Drawing> {
  const { canvasWidth, canvasHeight, width, height, background } = job;
  const canvas = makeDrawing(canvasWidth, canvasHeight);
  for (const piece of job.pieces) layPiece(canvas, piece);
  if (width === canvasWidth && height === canvasHeight && background === undefined) return canvas;
  const raw = sharp(canvas.pixels, { raw: { width: canvasWidth, height: canvasHeight, channels: 4 } });
  raw.resize(width, height, { fit: 'fill', kernel: 'cubic' });
  if (background !== undefined) raw.flatten({ background }).ensureAlpha();
  const { buffer, byteOffset, length } = await raw.raw().toBuffer();
  return { width, height, pixels: new Uint8ClampedArray(buffer, byteOffset, length) };
}

const makeDrawing = (width: number, height: number): Drawing => ({
  width,
  height,
  pixels: new Uint8ClampedArray(4 * width * height),
});

function layPiece(canvas: Drawing, { image, left, top, halvedToPx }: Piece): void {
  if (halvedToPx === undefined) {
    if (image.length > 0) copyRows(unpackPixels(image), canvas, left, top);
    return;
  }
  const half = image.length > 0 ? halve(unpackPixels(image)) : makeDrawing(halvedToPx, halvedToPx);
  copyRows(half, canvas, left, top);
}

function copyRows(from: Drawing, to: Drawing, left: number, top: number): void {
  const firstColumn = Math.max(0, -left);
  const columns = Math.min(from.width, to.width - left) - firstColumn;
  const endRow = Math.min(from.height, to.height - top);
  if (columns <= 0) return;
  for (let row = Math.max(0, -top); row < endRow; row++) {
    const start = 4 * (row * from.width + firstColumn);
    const place = 4 * ((row + top) * to.width + left + firstColumn);
    to.pixels.set(from.pixels.subarray(start, start + 4 * columns), place);
  }
}

/** Each pixel is the mean of four, as much of each as can be seen of it. */
function halve({ width, height, pixels }: Drawing): Drawing {
  const half = makeDrawing(width / 2, height / 2);
  const result = half.pixels;
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
        result[at] = red / alpha;
        result[at + 1] = green / alpha;
        result[at + 2] = blue / alpha;
        result[at + 3] = alpha / 4;
      }
      at += 4;
    }
  return half;
}
