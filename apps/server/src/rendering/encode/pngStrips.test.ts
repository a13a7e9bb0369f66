import sharp from 'sharp';
import { expect, test } from 'vitest';
import { joinStrips, packStrip } from './pngStrips.ts';

/** Pseudo-random pixels, so that a wrong byte anywhere is found. */
function makePixels(width: number, height: number): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(4 * width * height);
  for (let i = 0, state = 7; i < pixels.length; i++) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    pixels[i] = state >>> 16;
  }
  return pixels;
}

test.each([
  [1, 1, [1]],
  [3, 7, [4, 3]],
  [257, 130, [65, 65]],
  [64, 600, [1, 299, 300]],
])(
  'strips of an image of %d x %d pixels become a PNG with exactly these pixels',
  async (width, height, heights) => {
    const pixels = makePixels(width, height);
    let top = 0;
    const strips = heights.map((rows) => {
      const part = pixels.subarray(4 * width * top, 4 * width * (top + rows));
      top += rows;
      return packStrip({ width, height: rows, pixels: part });
    });
    const png = joinStrips(strips, { width, height });
    // Makes wrong checksums an error.
    const { data, info } = await sharp(png, { failOn: 'warning' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width, height, channels: 4 });
    expect(Buffer.compare(data, Buffer.from(pixels))).toBe(0);
  },
);

test('a PNG of strips has the checksums of one that was packed at once', () => {
  const pixels = makePixels(40, 90);
  const one = joinStrips([packStrip({ width: 40, height: 90, pixels })], { width: 40, height: 90 });
  const firstStripBytes = 4 * 40 * 45;
  const two = joinStrips(
    [pixels.subarray(0, firstStripBytes), pixels.subarray(firstStripBytes)].map((part) =>
      packStrip({ width: 40, height: 45, pixels: part }),
    ),
    { width: 40, height: 90 },
  );
  const adlerOf = (png: Buffer) => png.readUInt32BE(png.length - 20);
  expect(adlerOf(two)).toBe(adlerOf(one));
});
