import { expect, test } from 'vitest';
import { packPixels, unpackPixels } from './rawPixels.ts';

test('a packed image is the same after unpacking, also from the middle of a file', () => {
  const pixels = Uint8ClampedArray.from({ length: 4 * 30 * 20 }, (_, i) => (i * 7) % 256);
  const packed = packPixels({ width: 30, height: 20, pixels });
  const file = Uint8Array.from([1, 2, 3, ...packed]);
  expect(unpackPixels(file.subarray(3))).toEqual({ width: 30, height: 20, pixels });
});

test('what is damaged throws', () => {
  const packed = packPixels({ width: 1, height: 1, pixels: Uint8ClampedArray.of(1, 2, 3, 4) });
  expect(() => unpackPixels(packed.subarray(0, packed.length - 1))).toThrow();
});
