import { expect, test } from 'vitest';
import { BLOCK_PX, cropPacked, PackedImage, packPixels, unpackPixels } from './rawPixels.ts';

test('a packed image is the same after unpacking, also from the middle of a file', () => {
  const pixels = Uint8ClampedArray.from({ length: 4 * 30 * 20 }, (_, i) => (i * 7) % 256);
  const packed = packPixels({ width: 30, height: 20, pixels });
  const file = Uint8Array.from([1, 2, 3, ...packed]);
  expect(unpackPixels(file.subarray(3))).toEqual({ width: 30, height: 20, pixels });
});

test('blocks are read one by one, also smaller ones at the edges and transparent ones', () => {
  const [width, height] = [BLOCK_PX + 40, BLOCK_PX + 20];
  const pixels = new Uint8ClampedArray(4 * width * height);
  // Transparent but for the lower right block.
  for (let y = BLOCK_PX; y < height; y++)
    for (let x = BLOCK_PX; x < width; x++) pixels.set([x % 256, y % 256, 7, 255], 4 * (y * width + x));
  const file = packPixels({ width, height, pixels });
  expect(unpackPixels(file)).toEqual({ width, height, pixels });
  const packed = new PackedImage(file);
  expect(packed.blocks.map((box) => [box.width, box.height])).toEqual([
    [256, 256],
    [40, 256],
    [256, 20],
    [40, 20],
  ]);
  expect([0, 1, 2].map((index) => packed.readBlock(index))).toEqual([undefined, undefined, undefined]);
  expect([...(packed.readBlock(3)?.pixels.subarray(0, 8) ?? [])]).toEqual([0, 0, 7, 255, 1, 0, 7, 255]);
});

test('a cropped image has its size, and the blocks that the box touches', () => {
  const [width, height] = [3 * BLOCK_PX, 2 * BLOCK_PX];
  const pixels = new Uint8ClampedArray(4 * width * height).fill(200);
  const file = packPixels({ width, height, pixels });
  const box = { left: BLOCK_PX - 1, top: BLOCK_PX, width: 2, height: 900 };
  const cropped = cropPacked(file, box);
  expect(cropped.byteOffset).toBe(0);
  expect(cropped.length).toBeLessThan(file.length / 2);
  const { blocks } = new PackedImage(cropped);
  expect(blocks).toEqual(new PackedImage(file).blocks);
  const alphas = blocks.map(({ left, top }) => unpackPixels(cropped).pixels[4 * (top * width + left) + 3]);
  expect(alphas).toEqual([0, 0, 0, 200, 200, 0]);
  expect(cropPacked(new Uint8Array(), box)).toHaveLength(0);
});

test('what is damaged throws', () => {
  const packed = packPixels({ width: 1, height: 1, pixels: Uint8ClampedArray.of(1, 2, 3, 4) });
  expect(() => unpackPixels(packed.subarray(0, packed.length - 1))).toThrow();
});
