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
