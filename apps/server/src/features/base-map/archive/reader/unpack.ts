import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ArchiveError } from './ArchiveError.ts';

export type Packing = 'none' | 'gzip' | 'brotli' | 'zstd';

const unpackers = { gzip: gunzipSync, brotli: brotliDecompressSync, zstd: zstdDecompressSync } as const;

interface UnpackOptions {
  readonly packing: Packing;
  readonly maxBytes: number;
  /** Names the data in the error. */
  readonly label: string;
}

/** Unpacks data and stops at the limit, so that a small file cannot fill the memory. */
export function unpack(data: Uint8Array, { packing, maxBytes, label }: UnpackOptions): Uint8Array {
  try {
    const unpacked = packing === 'none' ? data : unpackers[packing](data, { maxOutputLength: maxBytes });
    if (unpacked.length > maxBytes) throw new RangeError('too large');
    return unpacked;
  } catch (error) {
    const isTooLarge = error instanceof RangeError;
    throw new ArchiveError(
      isTooLarge
        ? `${label} is larger than ${maxBytes} bytes unpacked`
        : `${label} cannot be unpacked (${packing})`,
      { cause: error },
    );
  }
}

/** Tells gzip from plain data by its first bytes: an MBTiles file does not say which it holds. */
export const detectPacking = (data: Uint8Array): Packing =>
  data[0] === 0x1f && data[1] === 0x8b ? 'gzip' : 'none';
