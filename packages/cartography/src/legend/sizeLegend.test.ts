import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { toRasterImage } from '../../test/rasterImage.ts';
import type { DrawContext } from '../draw/drawPoint.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { makeSizeLegend } from './sizeLegend.ts';

const style: GeomStyle = { sizeField: 'votes', sizeFrom: 0, sizeTo: 80, pointColor: 'rgba(225,98,127,1)' };
const numbersOf = (one: GeomStyle) => makeSizeLegend(one, 'point', String)?.numbers;

test('a few round numbers, about a third of the sizes apart', () => {
  expect(numbersOf(style)).toEqual([80, 40, 10, 0]);
  expect(numbersOf({ ...style, sizeScale: 'width' })).toEqual([80, 50, 30, 0]);
  expect(numbersOf({ ...style, sizeScale: 'log', sizeFrom: 1, sizeTo: 1e6 })).toEqual([1e6, 10_000, 100, 1]);
  expect(numbersOf({ ...style, sizeFrom: 1_000, sizeTo: 1_500 })).toEqual([1_500, 1_200, 1_080, 1_000]);
  expect(numbersOf({ ...style, sizeFrom: -0.5, sizeTo: 0.5, sizeScale: 'width' })).toEqual([
    0.5, 0.2, -0.2, -0.5,
  ]);
  expect(numbersOf({ ...style, sizeFrom: 7, sizeTo: 7 })).toEqual([7]);
});

test('kinds whose sizes follow no number have no legend', () => {
  expect(makeSizeLegend({}, 'point', String)).toBeUndefined();
  expect(makeSizeLegend(style, 'line', String)).toBeUndefined();
  expect(makeSizeLegend({ ...style, sizeLines: true }, 'polygon', String)).toBeUndefined();
});

test.each([
  ['dots', 'point', {}],
  [
    'forms with an icon',
    'point',
    { pointForm: 'marker', pointIcon: 'fa-tree', pointBgColor: 'rgba(225,98,127,1)' },
  ],
  ['icons', 'point', { pointIcon: 'fa-tree' }],
  ['lines', 'line', { sizeLines: true, lineColor: 'rgba(225,98,127,1)' }],
] as const)('%s fill the image, which cuts none of them', (_, kind, more) => {
  const legend = makeSizeLegend({ ...style, ...more }, kind, String);
  if (!legend) throw new Error('no legend');
  const canvas = createCanvas(legend.widthPx + 20, legend.heightPx + 20);
  const context = canvas.getContext('2d') as unknown as DrawContext;
  context.translate(10, 10);
  legend.draw(context, 'black');
  const image = toRasterImage(canvas);
  const drawn = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  for (let y = 0; y < canvas.height; y++)
    for (let x = 0; x < canvas.width; x++) {
      if ((image.pixel(x, y)[3] ?? 0) < 40) continue;
      drawn.left = Math.min(drawn.left, x - 10);
      drawn.top = Math.min(drawn.top, y - 10);
      drawn.right = Math.max(drawn.right, x - 10);
      drawn.bottom = Math.max(drawn.bottom, y - 10);
    }
  expect(drawn.left).toBeGreaterThanOrEqual(0);
  expect(drawn.top).toBeGreaterThanOrEqual(0);
  expect(drawn.right).toBeLessThan(legend.widthPx);
  expect(drawn.bottom).toBeLessThan(legend.heightPx);
  expect(drawn.bottom).toBeGreaterThan(legend.heightPx - 12);
});
