import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { toRasterImage } from '../../test/rasterImage.ts';
import type { Rgba } from '../color/color.ts';
import { CLUSTER_RIM_PX, clusterRadiusPx } from './clusters.ts';
import { clusterColor, drawCluster } from './drawCluster.ts';

const draw = (count: number, color: Rgba) => {
  const canvas = createCanvas(100, 100);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  drawCluster(context, { x: 50, y: 50, count }, color);
  return toRasterImage(canvas);
};
const isLike = ([red, green, blue, alpha]: readonly number[], [r, g, b]: readonly number[]) =>
  alpha === 255 && red === r && green === g && blue === b;

test('a cluster is a circle in the colour of its layer with a white rim, and nothing beyond', () => {
  const color: Rgba = [20, 60, 160, 1];
  const image = draw(7, color);
  const radius = clusterRadiusPx(7);
  expect(isLike(image.pixel(50, Math.round(50 - radius + 2)), color)).toBe(true);
  expect(isLike(image.pixel(50, Math.floor(50 - radius - CLUSTER_RIM_PX / 2)), [255, 255, 255])).toBe(true);
  expect(image.pixel(50, Math.floor(50 - radius - CLUSTER_RIM_PX - 2))[3]).toBe(0);
});

test.each<[string, Rgba, readonly number[]]>([
  ['dark', [250, 230, 90, 1], [10, 16, 20]],
  ['white', [20, 60, 160, 1], [255, 255, 255]],
])('the count is %s where that is easier to read on %j', (_, color, text) => {
  const image = draw(88, color);
  const radius = clusterRadiusPx(88);
  const isNear = (pixel: readonly number[]) =>
    text.every((channel, index) => Math.abs(channel - (pixel[index] ?? 0)) < 50);
  let found = 0;
  for (let x = 50 - radius / 2; x < 50 + radius / 2; x++)
    for (let y = 50 - radius / 2; y < 50 + radius / 2; y++)
      if (isNear(image.pixel(Math.round(x), Math.round(y)))) found += 1;
  expect(found).toBeGreaterThan(5);
});

test('the colour is that of the form of a point, or of its icon alone', () => {
  const colors = { pointColor: 'rgba(1,2,3,0.5)', pointBgColor: 'rgba(4,5,6,0.5)' };
  expect(clusterColor({ ...colors, pointForm: 'marker', pointIcon: 'fa-tree' })).toEqual([4, 5, 6, 1]);
  expect(clusterColor({ ...colors, pointForm: 'none', pointIcon: 'fa-tree' })).toEqual([1, 2, 3, 1]);
});
