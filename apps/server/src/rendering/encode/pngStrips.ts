import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { RenderedImage } from './RenderedImage.ts';

/** zlib level 2 is as fast here as sharp's PNG level 3, for a few per cent more bytes. */
const LEVEL = 2;
const ADLER = 65_521;
/** Bytes after which the sums of Adler-32 must be reduced, before they exceed 32 bits. */
const ADLER_RUN = 5_552;
const HEAD_BYTES = 8;

/** Memory for the rows of a strip, kept unless it is large: packing is synchronous, so one strip uses it at a time. */
let sharedRows = new Uint8Array();
const MAX_SHARED_BYTES = 5_000_000;

function takeRows(length: number): Uint8Array {
  if (length > MAX_SHARED_BYTES) return new Uint8Array(length);
  if (sharedRows.length < length) sharedRows = new Uint8Array(length);
  return sharedRows.subarray(0, length);
}

/**
 * Compresses rows of an image so that those of another strip may follow: a raw deflate stream that ends in a sync flush,
 * after the number of its uncompressed bytes and their Adler-32 checksum.
 */
export function packStrip({ width, height, pixels }: RenderedImage): Uint8Array<ArrayBuffer> {
  const rowBytes = 4 * width;
  // Each row begins with the number of its PNG filter: 0, none.
  const rows = takeRows(height * (rowBytes + 1));
  for (let y = 0; y < height; y++) {
    rows[y * (rowBytes + 1)] = 0;
    rows.set(pixels.subarray(y * rowBytes, (y + 1) * rowBytes), y * (rowBytes + 1) + 1);
  }
  const packed = deflateRawSync(rows, {
    level: LEVEL,
    memLevel: 9,
    chunkSize: 1 << 20,
    finishFlush: constants.Z_SYNC_FLUSH,
  });
  const strip = new Uint8Array(HEAD_BYTES + packed.length);
  const head = new DataView(strip.buffer);
  head.setUint32(0, rows.length);
  head.setUint32(4, adler32(rows));
  strip.set(packed, HEAD_BYTES);
  return strip;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** zlib header (window of 32 kB, fast compression) and an empty final block. */
const [zlibHead, lastBlock] = [Buffer.from([0x78, 0x01]), Buffer.from([0x03, 0x00])];

/** Joins strips, from top to bottom, to the PNG of an image of this size. */
export function joinStrips(
  strips: readonly Uint8Array[],
  { width, height }: { readonly width: number; readonly height: number },
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Bit depth 8, colour type 6: red, green, blue and alpha.
  head.set([8, 6, 0, 0, 0], 8);
  let checksum = 1;
  const parts: Uint8Array[] = [zlibHead];
  for (const strip of strips) {
    const { buffer, byteOffset } = strip;
    const view = new DataView(buffer, byteOffset, HEAD_BYTES);
    checksum = joinAdler(checksum, view.getUint32(4), view.getUint32(0));
    parts.push(strip.subarray(HEAD_BYTES));
  }
  const tail = Buffer.alloc(4);
  tail.writeUInt32BE(checksum);
  return Buffer.concat([
    signature,
    ...toChunk('IHDR', [head]),
    ...toChunk('IDAT', [...parts, lastBlock, tail]),
    ...toChunk('IEND', []),
  ]);
}

function toChunk(type: string, parts: readonly Uint8Array[]): Uint8Array[] {
  const [length, name, checksum] = [Buffer.alloc(4), Buffer.from(type), Buffer.alloc(4)];
  length.writeUInt32BE(parts.reduce((sum, part) => sum + part.length, 0));
  checksum.writeUInt32BE(parts.reduce((sum, part) => crc32(part, sum), crc32(name)));
  return [length, name, ...parts, checksum];
}

function adler32(bytes: Uint8Array): number {
  let low = 1;
  let high = 0;
  for (let at = 0; at < bytes.length; ) {
    const end = Math.min(bytes.length, at + ADLER_RUN);
    for (; at < end; at++) {
      low += bytes[at] as number;
      high += low;
    }
    low %= ADLER;
    high %= ADLER;
  }
  return ((high << 16) | low) >>> 0;
}

/** Adler-32 of two concatenated blocks, from the checksums of both and the length of the second. */
function joinAdler(one: number, other: number, otherBytes: number): number {
  const [lowOne, lowOther] = [one & 0xffff, other & 0xffff];
  const low = (lowOne + lowOther + ADLER - 1) % ADLER;
  const shifted = ((otherBytes % ADLER) * ((lowOne + ADLER - 1) % ADLER)) % ADLER;
  const high = ((one >>> 16) + (other >>> 16) + shifted) % ADLER;
  return ((high << 16) | low) >>> 0;
}
