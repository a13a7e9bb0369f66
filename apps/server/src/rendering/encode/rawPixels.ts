import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RenderedImage } from './RenderedImage.ts';

const HEAD_BYTES = 4;
const options = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: 1 << 20 };

/** Raw pixels in zstd, for our own use: a fifth of the time that a PNG takes to write and to read. */
export function packPixels({ width, height, pixels }: RenderedImage): Uint8Array<ArrayBuffer> {
  const packed = zstdCompressSync(pixels, options);
  const file = new Uint8Array(HEAD_BYTES + packed.length);
  new DataView(file.buffer).setUint16(0, width);
  new DataView(file.buffer).setUint16(2, height);
  file.set(packed, HEAD_BYTES);
  return file;
}

export function unpackPixels(file: Uint8Array): RenderedImage {
  const head = new DataView(file.buffer, file.byteOffset, HEAD_BYTES);
  const [width, height] = [head.getUint16(0), head.getUint16(2)];
  // The size is known, so that zstd can write into one buffer.
  const chunkSize = Math.max(64, 4 * width * height);
  const { buffer, byteOffset, length } = zstdDecompressSync(file.subarray(HEAD_BYTES), { chunkSize });
  return { width, height, pixels: new Uint8ClampedArray(buffer, byteOffset, length) };
}
