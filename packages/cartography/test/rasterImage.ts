import { type Canvas, createCanvas, GlobalFonts } from '@napi-rs/canvas';
import type { DrawContext } from '../src/draw/drawPoint.ts';
import { listIconFontPaths } from '../src/node/index.ts';

for (const { path, family } of listIconFontPaths()) GlobalFonts.registerFromPath(path, family);

export type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** The pixels of a canvas, by column and row from the top left. */
export type RasterImage = {
  readonly width: number;
  readonly height: number;
  readonly pixel: (x: number, y: number) => Pixel;
  /** Returns the number of pixels that satisfy the predicate. */
  readonly count: (passes: (pixel: Pixel) => boolean) => number;
};

export const toRasterImage = (canvas: Canvas): RasterImage => {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
  const at = (i: number): Pixel => [data[i], data[i + 1], data[i + 2], data[i + 3]] as unknown as Pixel;
  return {
    width,
    height,
    pixel: (x, y) => at(4 * (Math.floor(y) * width + Math.floor(x))),
    count: (passes) => {
      let sum = 0;
      for (let i = 0; i < data.length; i += 4) if (passes(at(i))) sum += 1;
      return sum;
    },
  };
};

/** Draws on an empty canvas of `@napi-rs/canvas` with the icon fonts registered. */
export const drawRasterImage = (
  width: number,
  height: number,
  draw: (context: DrawContext) => void,
): RasterImage => {
  const canvas = createCanvas(width, height);
  draw(canvas.getContext('2d') as unknown as DrawContext);
  return toRasterImage(canvas);
};
