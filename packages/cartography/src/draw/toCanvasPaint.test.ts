import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, test } from 'vitest';
import { drawRasterImage, type Pixel, type RasterImage } from '../../test/rasterImage.ts';
import { PATTERNS, type PatternName } from '../style/propertyTable.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { parsePath } from './path.ts';
import { PATTERN_TILES } from './patterns.ts';
import { type CanvasPaintOptions, SMALL_PATTERN, toCanvasPaint } from './toCanvasPaint.ts';

type Name = Exclude<PatternName, 'none'>;
const NAMES = PATTERNS.filter((name): name is Name => name !== 'none');
const SIDE = 128;

/** Fills a square with yellow and a black pattern. */
const fill = (fillPattern: PatternName | '', options: CanvasPaintOptions = {}, shiftPx = 0): RasterImage =>
  drawRasterImage(SIDE, SIDE, (context) => {
    const paint = describeSymbol(
      { fillColor: 'yellow', fillPattern, fillPatternColor: 'black' },
      { kind: 'polygon' },
    ).fill;
    if (!paint) throw new Error('no fill');
    const { contextScale = 1 } = options;
    context.scale(contextScale, contextScale);
    context.translate(shiftPx, shiftPx);
    context.fillStyle = toCanvasPaint(paint, { createCanvas, ...options });
    context.fillRect(-shiftPx, -shiftPx, SIDE / contextScale, SIDE / contextScale);
  });

const inkShare = ({ count, width, height }: RasterImage): number =>
  count(([red]) => red < 128) / (width * height);
const textOf = ({ pixel }: RasterImage): string =>
  Array.from({ length: SIDE * SIDE }, (_, i) => pixel(i % SIDE, Math.floor(i / SIDE))[0]).join();

describe.each(NAMES)('%s', (name) => {
  const filled = fill(name);

  test('is drawn in its colour over the colour of the fill, as much as can be told apart', () => {
    expect(inkShare(filled)).toBeGreaterThan(0.02);
    expect(inkShare(filled)).toBeLessThan(0.6);
    const isOpaque = ([, , blue, alpha]: Pixel) => alpha === 255 && blue === 0;
    expect(filled.count(isOpaque)).toBe(SIDE * SIDE);
  });

  test('repeats without a seam, in sides that divide the 512 pixels after which ol starts again', () => {
    const { widthPx, heightPx } = PATTERN_TILES[name];
    expect([512 % widthPx, 512 % heightPx]).toEqual([0, 0]);
    for (let y = 0; y < SIDE - heightPx; y += 3)
      for (let x = 0; x < SIDE - widthPx; x += 3)
        expect(filled.pixel(x + widthPx, y + heightPx)).toEqual(filled.pixel(x, y));
  });
});

test('STYLE-20: each of the 33 looks different, none and empty are the plain colour', () => {
  expect(new Set(NAMES.map((name) => textOf(fill(name)))).size).toBe(33);
  expect(fill('none').count(([red, green, blue]) => red === 255 && green === 255 && blue === 0)).toBe(
    SIDE * SIDE,
  );
  expect(textOf(fill(''))).toBe(textOf(fill('none')));
});

test('where shapes leave the tile on one side they come in on the other', () => {
  const { widthPx } = PATTERN_TILES.coal;
  const { pixel } = fill('coal');
  const edge = Array.from({ length: SIDE }, (_, y) => [pixel(widthPx - 1, y)[0], pixel(widthPx, y)[0]]);
  const jumps = edge.filter(([left = 0, right = 0]) => Math.abs(left - right) > 200);
  expect(jumps.length).toBeLessThan(6);
  expect(edge.filter(([left = 0]) => left < 50).length).toBeGreaterThan(10);
});

describe('on screens of any resolution', () => {
  test.each([1, 1.1, 1.25, 1.5, 2, 2.625, 3])('at %d a pattern is as large as the map', (pixelRatio) => {
    const { widthPx, heightPx } = PATTERN_TILES.tile;
    const { pixel } = fill('tile', { pixelRatio });
    const isInk = (x: number, y: number) => pixel(x * pixelRatio, y * pixelRatio)[0] < 128;
    for (const repeat of [0, 1])
      for (const [x, y, ink] of [
        [4, 4, true],
        [12, 4, false],
        [4, 12, false],
        [12, 12, true],
      ] as const)
        expect(isInk(x + repeat * widthPx, y + repeat * heightPx)).toBe(ink);
  });

  test('a context that is scaled already gets the same image, sharp', () => {
    const scaled = fill('brick', { pixelRatio: 2, contextScale: 2 });
    expect(textOf(scaled)).toBe(textOf(fill('brick', { pixelRatio: 2 })));
  });
});

test('lines and swatches have half of the size, with lines that can still be seen', () => {
  const small = fill('hatch', { sizeScale: SMALL_PATTERN });
  const { pixel } = small;
  for (let x = 0; x < 100; x += 1) expect(pixel(x + 4, 50)).toEqual(pixel(x, 50));
  expect(inkShare(small)).toBeGreaterThan(inkShare(fill('hatch')));
});

test('a pattern colour keeps its alpha', () => {
  const { pixel } = drawRasterImage(16, 16, (context) => {
    context.fillStyle = toCanvasPaint(
      { color: [0, 0, 0, 0], pattern: { name: 'tile', color: [255, 0, 0, 0.4] } },
      { createCanvas },
    );
    context.fillRect(0, 0, 16, 16);
  });
  expect(pixel(4, 4)).toEqual([255, 0, 0, 102]);
  expect(pixel(12, 4)[3]).toBe(0);
});

test('paths are read as SVG writes them', () => {
  expect(parsePath('M1 2l3 -1.5 .5 1Q1 2 3 4ZO5 6 2')).toEqual([
    ['M', 1, 2],
    ['L', 4, 0.5],
    ['L', 4.5, 1.5],
    ['Q', 1, 2, 3, 4],
    ['Z'],
    ['M', 7, 6],
    ['A', 5, 6, 2, 0, 2 * Math.PI],
    ['Z'],
  ]);
});

test('small letters are relative to the position before, also after a curve', () => {
  expect(parsePath('M1 2q1 0 2 2l1 -1m1 1')).toEqual([
    ['M', 1, 2],
    ['Q', 2, 2, 3, 4],
    ['L', 4, 3],
    ['M', 5, 4],
  ]);
  // Numbers too few for their letter are left out.
  expect(parsePath('M1 2 3')).toEqual([['M', 1, 2]]);
  expect(parsePath('')).toEqual([]);
});
