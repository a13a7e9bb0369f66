/** A block as it lies in the cache. */
export interface KeptBlock {
  /** Packed pixels (`rawPicture.ts`); empty when there is nothing to see. */
  readonly image: Buffer;
  /** Put together from the four below it. */
  readonly isComposed: boolean;
  /** It shows what all transactions before this one did. */
  readonly settled: number;
}

const HEAD_BYTES = 9;

export function packBlock({ image, isComposed, settled }: KeptBlock): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeDoubleBE(settled, 0);
  head.writeUInt8(isComposed ? 1 : 0, HEAD_BYTES - 1);
  return Buffer.concat([head, image]);
}

export const unpackBlock = (file: Buffer): KeptBlock => ({
  settled: file.readDoubleBE(0),
  isComposed: file.readUInt8(HEAD_BYTES - 1) === 1,
  image: file.subarray(HEAD_BYTES),
});
