import { crc32 } from 'node:zlib';

/** A block as it lies in the cache. */
export interface KeptBlock {
  /** Packed pixels (`rawPicture.ts`); empty when there is nothing to see. */
  readonly image: Buffer;
  /** Put together from the four below it. */
  readonly isComposed: boolean;
  /** It shows what all transactions before this one did. */
  readonly settled: number;
}

/** A checksum of all that follows; what it shows until when; how it was made. */
const SETTLED = 4;
const COMPOSED = SETTLED + 8;
const IMAGE = COMPOSED + 1;

export function packBlock({ image, isComposed, settled }: KeptBlock): Buffer {
  const head = Buffer.alloc(IMAGE);
  head.writeDoubleBE(settled, SETTLED);
  head.writeUInt8(isComposed ? 1 : 0, COMPOSED);
  head.writeUInt32BE(crc32(image, crc32(head.subarray(SETTLED))), 0);
  return Buffer.concat([head, image]);
}

/** @throws when the file is not as it was written: a disk that was full, or a machine that stopped, may leave such files. */
export function unpackBlock(file: Buffer): KeptBlock {
  if (file.length < IMAGE || crc32(file.subarray(SETTLED)) !== file.readUInt32BE(0))
    throw new Error('a kept block is damaged');
  return {
    settled: file.readDoubleBE(SETTLED),
    isComposed: file.readUInt8(COMPOSED) === 1,
    image: file.subarray(IMAGE),
  };
}
