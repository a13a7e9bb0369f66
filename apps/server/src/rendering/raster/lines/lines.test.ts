import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { PixelRaster } from '../PixelRaster.ts';
import { type Color, toPaint } from '../pixelPaint.ts';
import { Hairlines, MAX_HAIRLINE_PX } from './Hairlines.ts';
import { WideLines } from './WideLines.ts';

const SIDE_PX = 120;
const black: Color = [0, 0, 0, 1];
const glass: Color = [0, 0, 0, 0.4];

type Lines = readonly (readonly number[])[];

/** Alpha of each pixel of lines drawn by us. */
function draw(lines: Lines, widthPx: number, color: Color = black): Uint8ClampedArray {
  const raster = new PixelRaster(SIDE_PX, SIDE_PX);
  const batch = widthPx <= MAX_HAIRLINE_PX ? new Hairlines(raster) : new WideLines(raster);
  const stroke = { paint: toPaint(color), halfPx: widthPx / 2 };
  for (const line of lines) batch.add(line, 0, line.length, stroke);
  batch.paint(stroke);
  return raster.pixels.filter((_, i) => i % 4 === 3);
}

/** Alpha of each pixel of the same lines as one path of a canvas. */
function drawOnCanvas(lines: Lines, widthPx: number, [, , , alpha]: Color = black): Uint8ClampedArray {
  const canvas = createCanvas(SIDE_PX, SIDE_PX);
  const context = canvas.getContext('2d');
  context.beginPath();
  for (const line of lines)
    for (let i = 0; i < line.length; i += 2) {
      const [x, y] = [line[i] as number, line[i + 1] as number];
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  context.strokeStyle = `rgba(0,0,0,${alpha})`;
  context.lineWidth = widthPx;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke();
  return context.getImageData(0, 0, SIDE_PX, SIDE_PX).data.filter((_, i) => i % 4 === 3);
}

const area = (alphas: Uint8ClampedArray) => alphas.reduce((sum, alpha) => sum + alpha, 0) / 255;

const curve = Array.from({ length: 100 }, (_, i) => [10 + i, 60 + 40 * Math.sin(i / 15)]).flat();
const scenes: Readonly<Record<string, Lines>> = {
  'a curve': [curve],
  'a corner and a sharp one': [
    [10.3, 20.6, 70.2, 25.1, 60.9, 90.4],
    [100.2, 20.1, 90.7, 100.4, 105.5, 22.3],
  ],
  'a crossing': [
    [10.2, 15.3, 110.8, 95.4],
    [20.4, 100.9, 105.1, 30.6],
  ],
  'lines beyond the image': [
    [-50, 40.2, 200, 71.3],
    [33.4, -1e9, 61.2, 1e9],
    [-400, -400, -300, 500],
  ],
  'a ring twice, the second time the other way': [
    [20.5, 20.2, 90.1, 30.7, 70.3, 95.6, 20.5, 20.2],
    [20.5, 20.2, 70.3, 95.6, 90.1, 30.7, 20.5, 20.2],
  ],
  dots: [
    [30, 30, 30, 30],
    [60.3, 60.3, 60.6, 60.2],
  ],
};

test.each(Object.keys(scenes))('%s: hairlines are those of a canvas', (name) => {
  const lines = scenes[name] as Lines;
  for (const widthPx of [0.3, 0.75, 1])
    for (const color of [black, glass]) {
      const [ours, theirs] = [draw(lines, widthPx, color), drawOnCanvas(lines, widthPx, color)];
      expect(area(theirs)).toBeGreaterThan(0);
      const most = ours.reduce((max, alpha, i) => Math.max(max, Math.abs(alpha - (theirs[i] as number))), 0);
      expect(most, `${widthPx} px`).toBeLessThan(40);
    }
});

/** A canvas counts coverage of near horizontal edges in quarters. */
const QUARTER = 255 / 4;

test.each(Object.keys(scenes))('%s: wide lines are nearly those of a canvas', (name) => {
  const lines = scenes[name] as Lines;
  for (const widthPx of [1.2, 2, 3, 7, 16])
    for (const color of [black, glass]) {
      const [ours, theirs] = [draw(lines, widthPx, color), drawOnCanvas(lines, widthPx, color)];
      const different = ours.filter((alpha, i) => Math.abs(alpha - (theirs[i] as number)) > QUARTER + 10);
      expect(different.length, `${widthPx} px`).toBeLessThanOrEqual(6);
      // The canvas draws thin slanted lines a little lighter than their area.
      expect(Math.abs(area(ours) - area(theirs))).toBeLessThan(0.1 * area(theirs) + 1);
    }
});

/** The same path from its end to its start. */
const turned = (path: readonly number[]) =>
  path.map((_, i) => path[path.length - 2 - (i - (i % 2)) + (i % 2)] as number);

test('a wide translucent line is as dark at joins as elsewhere, and along itself as it is once', () => {
  const once = draw([curve], 5, glass);
  expect(Math.max(...once)).toBe(Math.round(glass[3] * 255));
  const along = draw([curve, turned(curve)], 5, glass);
  expect(along.filter((alpha, i) => Math.abs(alpha - (once[i] as number)) > 12)).toHaveLength(0);
});

test.each([1, 4])('lines of %d px: nothing is left of a batch once it is painted', (widthPx) => {
  const raster = new PixelRaster(SIDE_PX, SIDE_PX);
  const batch = widthPx <= MAX_HAIRLINE_PX ? new Hairlines(raster) : new WideLines(raster);
  const [hidden, visible] = [[0, 0, 0, 0] as const, black].map((color) => ({
    paint: toPaint(color),
    halfPx: widthPx / 2,
  }));
  if (!hidden || !visible) throw new Error('no strokes');
  batch.add(curve, 0, curve.length, hidden);
  batch.paint(hidden);
  const line = [20, 20, 20, 90];
  batch.add(line, 0, line.length, visible);
  batch.paint(visible);
  expect(raster.pixels.filter((_, i) => i % 4 === 3)).toEqual(draw([line], widthPx));
});
