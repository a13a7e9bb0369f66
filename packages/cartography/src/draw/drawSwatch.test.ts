import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { drawRasterImage } from '../../test/rasterImage.ts';
import { type GeomStyle, PATTERNS, POINT_FORMS } from '../style/propertyTable.ts';
import { drawSwatch, type Swatch } from './drawSwatch.ts';

const SIZE = 18;
const MARGIN = 2;

const draw = (style: GeomStyle, kind: 'point' | 'line' | 'polygon', options: Partial<Swatch> = {}) =>
  drawRasterImage(SIZE + 2 * MARGIN, SIZE + 2 * MARGIN, (context) =>
    drawSwatch(context, {
      style,
      kind,
      box: { x: MARGIN, y: MARGIN, sizePx: SIZE },
      createCanvas,
      ...options,
    }),
  );

const allProperties: GeomStyle = {
  lineWidth: 80,
  pointRadius: 128,
  pointSize: 256,
  pointRotation: 45,
  pointIcon: 'fa-tree',
};
const cases = [
  ...PATTERNS.map((fillPattern) => ['polygon', { fillPattern }] as const),
  ...PATTERNS.map((strokePattern) => ['line', { lineWidth: 4, strokePattern }] as const),
  ...POINT_FORMS.map((pointForm) => ['point', { ...allProperties, pointForm }] as const),
  ...POINT_FORMS.map((pointForm) => ['point', { pointForm }] as const),
  ...(['point', 'line', 'polygon'] as const).flatMap((kind) => [
    [kind, {}] as const,
    [kind, allProperties] as const,
    [kind, { ...allProperties, lineStyle: 'dashed' as const }] as const,
  ]),
];

test.each(cases)('a swatch of a %s, %j, shows something and stays in its box', (kind, style) => {
  const { pixel, count, width } = draw(style, kind);
  expect(count(([, , , alpha]) => alpha > 100)).toBeGreaterThan(20);
  for (let i = 0; i < width; i += 1) {
    for (const [, , , alpha] of [pixel(i, 0), pixel(i, width - 1), pixel(0, i), pixel(width - 1, i)]) {
      expect(alpha).toBe(0);
    }
  }
});

test('a polygon swatch has fill and outline of the style', () => {
  const { pixel } = draw({ fillColor: 'yellow', lineColor: 'blue', lineWidth: 2 }, 'polygon');
  expect(pixel(11, 11)).toEqual([255, 255, 0, 255]);
  expect(pixel(4, 11)).toEqual([0, 0, 255, 255]);
});

test('a pattern shows in fill and line', () => {
  const style = { fillPatternColor: 'blue', linePatternColor: 'blue', lineWidth: 5 } as const;
  const blueIn = (some: GeomStyle, kind: 'line' | 'polygon') =>
    draw({ ...style, ...some }, kind).count(([red, green, blue]) => blue > 150 && red < 120 && green < 150);
  expect(blueIn({ fillPattern: 'tile' }, 'polygon')).toBeGreaterThan(10);
  expect(blueIn({ strokePattern: 'tile' }, 'line')).toBeGreaterThan(10);
  expect(blueIn({}, 'polygon') + blueIn({}, 'line')).toBe(0);
});

test('a gradient runs from one fill to the other', () => {
  const { pixel } = draw({ fillColor: 'white', lineWidth: 0 }, 'polygon', {
    gradientTo: { fillColor: 'black' },
  });
  const reds = [5, 8, 11, 14, 17].map((x) => pixel(x, 11)[0]);
  expect(reds).toEqual([...reds].sort((a, b) => b - a));
  expect((reds[0] ?? 0) - (reds.at(-1) ?? 0)).toBeGreaterThan(120);
});

/** Extent of what is drawn, in pixels of the box: the first and the last column and row with much ink. */
const inkBox = (image: ReturnType<typeof draw>) => {
  const isInk = (x: number, y: number) => image.pixel(x, y)[3] > 100;
  const used = Array.from({ length: image.width }, (_, i) => i);
  const columns = used.filter((x) => used.some((y) => isInk(x, y)));
  const rows = used.filter((y) => used.some((x) => isInk(x, y)));
  const span = (all: readonly number[]) => [(all[0] ?? 0) - MARGIN, (all.at(-1) ?? 0) - MARGIN];
  return { x: span(columns), y: span(rows) };
};
const isGreen = ([red, green, blue]: readonly number[]) => red === 0 && green === 128 && blue === 0;

test('a form fills the box, whatever its radius; a pin stands upright in the middle', () => {
  for (const pointRadius of [4, 17, 60]) {
    const style = { pointForm: 'circle', pointRadius, pointBgColor: 'green' } as const;
    expect(inkBox(draw(style, 'point'))).toEqual({ x: [0, 17], y: [0, 17] });
  }
  const marker = { pointForm: 'marker', pointBgColor: 'green' } as const;
  const upright = draw(marker, 'point');
  expect(inkBox(upright).y).toEqual([0, 17]);
  expect(draw({ ...marker, pointRotation: 90 }, 'point').count(isGreen)).toBe(upright.count(isGreen));
  expect(isGreen(upright.pixel(MARGIN + 9, MARGIN + 7))).toBe(true);
});

test('a turned form is drawn smaller and turned, a turned disc as it is', () => {
  const square = { pointForm: 'square', pointBgColor: 'green' } as const;
  const [straight, turned] = [draw(square, 'point'), draw({ ...square, pointRotation: 45 }, 'point')];
  expect(turned.count(isGreen)).toBeLessThan(0.6 * straight.count(isGreen));
  expect(isGreen(straight.pixel(MARGIN + 4, MARGIN + 4))).toBe(true);
  expect(isGreen(turned.pixel(MARGIN + 4, MARGIN + 4))).toBe(false);
  expect(isGreen(turned.pixel(MARGIN + 9, MARGIN + 5))).toBe(true);
  const disc = { pointForm: 'circle', pointBgColor: 'green' } as const;
  expect(draw({ ...disc, pointRotation: 45 }, 'point').count(isGreen)).toBe(
    draw(disc, 'point').count(isGreen),
  );
});

test('a dot without form and icon is smaller than a form', () => {
  const { x, y } = inkBox(draw({ pointColor: 'green' }, 'point'));
  expect([x, y]).toEqual([
    [3, 14],
    [3, 14],
  ]);
});

test('an icon has the size that it has in its form, and most of the box when it is alone', () => {
  const isWhite = ([red, green, blue, alpha]: readonly number[]) =>
    red === 255 && green === 255 && blue === 255 && alpha === 255;
  const style = {
    pointForm: 'square',
    pointIcon: 'fa-square',
    pointColor: 'white',
    pointBgColor: 'green',
  } as const;
  const ink = (pointSize: number, pointRadius: number) =>
    draw({ ...style, pointSize, pointRadius }, 'point').count(isWhite);
  expect(ink(20, 20)).toBe(ink(10, 10));
  expect(ink(20, 20)).toBeGreaterThan(1.5 * ink(10, 20));
  expect(ink(0, 20)).toBe(draw({ ...style, pointIcon: '' }, 'point').count(isWhite));
  const alone = draw({ pointIcon: 'fa-square', pointColor: 'green' }, 'point');
  expect(alone.count(isGreen)).toBeGreaterThan(80);
  expect(alone.count(isGreen)).toBeLessThan(250);
});

test('a line runs from one side to the other, falls and rises, in a white casing', () => {
  const image = draw({ lineColor: 'green', lineWidth: 3 }, 'line');
  expect(inkBox(image).x).toEqual([0, 17]);
  const meanRowOf = (x: number) => {
    const rows = Array.from({ length: SIZE }, (_, y) => y).filter((y) =>
      isGreen(image.pixel(MARGIN + x, MARGIN + y)),
    );
    return rows.reduce((sum, y) => sum + y, 0) / rows.length;
  };
  const [left, up, down, right] = [3, 6, 11, 14].map(meanRowOf) as [number, number, number, number];
  expect(up).toBeLessThan(left - 2);
  expect(down).toBeGreaterThan(up + 2);
  expect(right).toBeLessThan(down - 2);
  const isWhite = ([red, green, blue, alpha]: readonly number[]) =>
    Math.min(red ?? 0, green ?? 0, blue ?? 0, alpha ?? 0) > 240;
  expect(image.count(isWhite)).toBeGreaterThan(5);
});

test('a stroke is no wider than the box allows, and as wide as it is below that', () => {
  const ink = (lineWidth: number) => draw({ lineColor: 'green', lineWidth }, 'line').count(isGreen);
  expect(ink(80)).toBe(ink(20));
  expect(ink(4)).toBeLessThan(ink(5));
  expect(ink(2)).toBeLessThan(0.6 * ink(5));
  // The outline of a polygon is limited alike.
  const outline = (lineWidth: number) =>
    draw({ lineColor: 'green', lineWidth, fillColor: 'rgba(0,0,0,0)' }, 'polygon').count(isGreen);
  expect(outline(80)).toBe(outline(20));
  expect(outline(1)).toBeLessThan(outline(5));
});

test('dashes are as short as the box asks for', () => {
  const count = (lineStyle: 'solid' | 'dashed') =>
    draw({ lineColor: 'green', lineWidth: 3, lineStyle }, 'line').count(isGreen);
  expect(count('dashed')).toBeLessThan(0.7 * count('solid'));
  expect(count('dashed')).toBeGreaterThan(0.3 * count('solid'));
});

test('a polygon is a sheet wider than high, in the middle of the box', () => {
  const image = draw({ fillColor: 'green', lineWidth: 0 }, 'polygon');
  expect(inkBox(image)).toEqual({ x: [1, 16], y: [3, 14] });
  expect(isGreen(image.pixel(MARGIN + 3, MARGIN + 4))).toBe(true);
  expect(
    draw({ fillColor: 'green', lineColor: 'green', lineWidth: 2 }, 'polygon').count(isGreen),
  ).toBeGreaterThan(image.count(isGreen) - 40);
});

test('a swatch is as sharp as its context', () => {
  const twice = drawRasterImage(44, 44, (context) => {
    context.scale(2, 2);
    drawSwatch(context, {
      style: { fillColor: 'white', fillPattern: 'tile', fillPatternColor: 'black', lineWidth: 0 },
      kind: 'polygon',
      box: { x: 2, y: 2, sizePx: 18 },
      createCanvas,
    });
  });
  const once = draw(
    { fillColor: 'white', fillPattern: 'tile', fillPatternColor: 'black', lineWidth: 0 },
    'polygon',
  );
  const isBlack = ([red, , , alpha]: readonly number[]) => (red ?? 255) < 128 && (alpha ?? 0) > 128;
  expect(twice.count(isBlack) / once.count(isBlack)).toBeCloseTo(4, 0);
});
