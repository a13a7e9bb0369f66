import sharp from 'sharp';
import type { OutputFormat } from '../job/ImageFormat.ts';
import { packStrip } from './pngStrips.ts';
import type { RenderedImage } from './RenderedImage.ts';
import { packPixels } from './rawPixels.ts';

/** PNG level 3 takes a third of the time of level 9 and a few per cent more bytes. */
const encodings = {
  png: { compressionLevel: 3 },
  webp: { quality: 85, alphaQuality: 100, effort: 2 },
  jpeg: { quality: 90, chromaSubsampling: '4:4:4' },
} as const;

export async function encodeImage(
  image: RenderedImage,
  format: OutputFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  if (format === 'pixels') return packPixels(image);
  if (format === 'strip') return packStrip(image);
  return new Uint8Array(await toSharp(image).toFormat(format, encodings[format]).toBuffer());
}

/**
 * PNG without alpha channel, compressed once for a cache. It has no palette, although that would halve the bytes: sharp
 * chooses the colours of each image separately, and the sea of two neighbouring tiles would differ by a shade.
 */
export async function encodeOpaquePng(image: RenderedImage): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await toSharp(image).removeAlpha().png({ compressionLevel: 6 }).toBuffer());
}

/** PNG with alpha channel, compressed once for a cache. */
export async function encodeTransparentPng(image: RenderedImage): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await toSharp(image).png({ compressionLevel: 6 }).toBuffer());
}

const toSharp = ({ width, height, pixels }: RenderedImage) =>
  sharp(pixels, { raw: { width, height, channels: 4 } });
