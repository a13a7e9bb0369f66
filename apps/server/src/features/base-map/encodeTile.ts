import type { Canvas } from '@napi-rs/canvas';
import sharp from 'sharp';

/**
 * PNG without transparency. Not with a palette, although that halves the bytes: its colours are chosen anew for each
 * tile, and the sea of two neighbours would differ by a shade.
 */
export function encodeTile(canvas: Canvas): Promise<Buffer> {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer();
}
