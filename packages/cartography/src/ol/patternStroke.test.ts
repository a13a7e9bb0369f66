import { createCanvas } from '@napi-rs/canvas';
import Feature from 'ol/Feature.js';
import LineString from 'ol/geom/LineString.js';
import Polygon from 'ol/geom/Polygon.js';
import type { State } from 'ol/render.js';
import type Style from 'ol/style/Style.js';
import { expect, test } from 'vitest';
import { type Pixel, toRasterImage } from '../../test/rasterImage.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { createStyleFunction } from './createStyleFunction.ts';

const style: GeomStyle = {
  lineColor: 'yellow',
  lineWidth: 12,
  strokePattern: 'tile',
  linePatternColor: 'black',
  labelEnabled: false,
};

const stylesOf = (some: GeomStyle, geometry: LineString | Polygon, pixelRatio = 1): Style[] =>
  createStyleFunction(some, { createCanvas, pixelRatio })(new Feature({ geometry }), 1) ?? [];

/** Draws the parts of the styles that have a renderer of their own, without ol's strokes and fills. */
const draw = (some: GeomStyle, geometry: LineString | Polygon, pixelRatio = 1) => {
  const canvas = createCanvas(100 * pixelRatio, 100 * pixelRatio);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  const toPixels = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(toPixels) : (part as number) * pixelRatio;
  const state = { context, geometry, pixelRatio } as unknown as State;
  for (const one of stylesOf(some, geometry, pixelRatio))
    one.getRenderer()?.(toPixels(geometry.getCoordinates()) as never, state);
  return toRasterImage(canvas);
};

const lineAt = (x: number, y: number) =>
  new LineString([
    [x, y],
    [90, y],
  ]);
const isBlack = ([red, , , alpha]: Pixel) => red === 0 && alpha > 200;

test('the pattern lies over the plain line, within its width', () => {
  const geometry = lineAt(10, 50);
  const plain = stylesOf(style, geometry).flatMap((one) => one.getStroke() ?? []);
  expect(plain.map((stroke) => [stroke.getColor(), stroke.getWidth()])).toContainEqual([
    'rgba(255,255,0,1)',
    12,
  ]);
  const { pixel, count } = draw(style, geometry);
  expect(count(isBlack)).toBeGreaterThan(300);
  for (let x = 0; x < 100; x += 1) for (const y of [42, 58]) expect(pixel(x, y)[3], `${x}, ${y}`).toBe(0);
});

test('the pattern starts where the line starts, so that it stays with the line when the map is moved', () => {
  const one = draw(style, lineAt(10, 50));
  const other = draw(style, lineAt(13, 55));
  for (let x = 15; x < 80; x += 1) expect(other.pixel(x + 3, 53)).toEqual(one.pixel(x, 48));
});

test('it is as large on finer screens, and dashed where the line is', () => {
  const fine = draw(style, lineAt(10, 50), 2);
  const coarse = draw(style, lineAt(10, 50));
  for (let x = 12; x < 80; x += 4)
    expect(isBlack(fine.pixel(2 * x + 4, 2 * 50 + 4))).toBe(isBlack(coarse.pixel(x + 2, 50 + 2)));
  const dashed = draw({ ...style, lineStyle: 'dashed', strokePattern: 'cross' }, lineAt(0, 50));
  const columns = Array.from({ length: 80 }, (_, x) =>
    Array.from({ length: 100 }, (_, y) => dashed.pixel(x, y)[3]).some((alpha) => alpha > 0),
  );
  expect(columns).toEqual(columns.map((_, x) => x % 16 < 8));
});

test('outlines of polygons have it on every ring; a click finds the line, not the gaps of its pattern', () => {
  const ring = (from: number, to: number) => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const geometry = new Polygon([ring(10, 90), ring(40, 60)]);
  const { pixel } = draw({ ...style, strokePattern: 'cross', lineWidth: 6 }, geometry);
  const along = (y: number) => Array.from({ length: 30 }, (_, i) => pixel(35 + i, y)[3]);
  for (const y of [10, 90, 40, 60]) expect(Math.max(...along(y))).toBeGreaterThan(100);
  expect(Math.max(...along(25))).toBe(0);
  const drawn = stylesOf(style, geometry).find((one) => one.getRenderer());
  expect(drawn?.getHitDetectionRenderer()).not.toBe(drawn?.getRenderer());
});

test('a line without a pattern costs nothing more', () => {
  expect(stylesOf({ lineWidth: 12 }, lineAt(10, 50)).some((one) => one.getRenderer())).toBe(false);
});
