import { createCanvas } from '@napi-rs/canvas';
import Feature from 'ol/Feature.js';
import type Geometry from 'ol/geom/Geometry.js';
import GeometryCollection from 'ol/geom/GeometryCollection.js';
import LineString from 'ol/geom/LineString.js';
import MultiPoint from 'ol/geom/MultiPoint.js';
import Point from 'ol/geom/Point.js';
import Polygon from 'ol/geom/Polygon.js';
import CanvasImmediateRenderer from 'ol/render/canvas/Immediate.js';
import type Style from 'ol/style/Style.js';
import { describe, expect, test } from 'vitest';
import { toRasterImage } from '../../test/rasterImage.ts';
import type { GeomStyle, LabelPosition } from '../style/propertyTable.ts';
import { createStyleFunction, type StyleFunctionOptions } from './createStyleFunction.ts';

const point = new Point([50, -50]);
const line = new LineString([
  [10, -50],
  [90, -50],
]);
const square = new Polygon([
  [
    [20, -20],
    [80, -20],
    [80, -80],
    [20, -80],
    [20, -20],
  ],
]);

const feature = (geometry: Geometry, properties: Record<string, unknown> = {}) =>
  new Feature({ geometry, ...properties });
/** The style function of a style, at a metre per pixel (zoom 17) if no other resolution is passed. */
const styler = (style: GeomStyle, options: StyleFunctionOptions = {}) => {
  const styleOf = createStyleFunction(style, { createCanvas, ...options });
  return (one: Feature, resolution = 1) => styleOf(one, resolution);
};

/** Draws with ol itself on 100 x 100 map pixels: y runs from 0 at the top to -100. */
const draw = (style: GeomStyle, geometry: Geometry, pixelRatio = 1) => {
  const size = 100 * pixelRatio;
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  const vectors = new CanvasImmediateRenderer(
    context,
    pixelRatio,
    [0, -100, 100, 0],
    [pixelRatio, 0, 0, -pixelRatio, 0, 0],
    0,
  );
  for (const part of styler(style, { pixelRatio })(feature(geometry)) ?? []) {
    vectors.setStyle(part);
    vectors.drawGeometry(geometry);
  }
  return toRasterImage(canvas);
};

describe('drawn by ol', () => {
  test('a line has its colour, and white beside it', () => {
    const { pixel } = draw({ lineColor: 'blue', lineWidth: 6 }, line);
    expect(pixel(50, 50)).toEqual([0, 0, 255, 255]);
    expect(pixel(50, 53)).toEqual([255, 255, 255, 255]);
    expect(pixel(50, 55)).toEqual([0, 0, 0, 0]);
  });

  test('STYLE-19: a dashed line is 8 px of line, 8 px of gap', () => {
    const { pixel } = draw({ lineColor: 'blue', lineWidth: 4, lineStyle: 'dashed' }, line);
    const isBlue = (x: number) => pixel(x, 50).join() === '0,0,255,255';
    const drawn = Array.from({ length: 80 }, (_, i) => isBlue(10 + i));
    expect(drawn).toEqual(Array.from({ length: 80 }, (_, i) => i % 16 < 8));
    const solid = draw({ lineColor: 'blue', lineWidth: 4 }, line);
    expect(solid.pixel(20, 50)).toEqual([0, 0, 255, 255]);
  });

  test('a polygon has its fill and its outline', () => {
    const { pixel } = draw({ fillColor: 'yellow', lineColor: 'black', lineWidth: 4 }, square);
    expect(pixel(50, 50)).toEqual([255, 255, 0, 255]);
    expect(pixel(20, 50)).toEqual([0, 0, 0, 255]);
  });

  test('a pattern lies over the fill of a polygon', () => {
    const style: GeomStyle = {
      fillColor: 'yellow',
      fillPattern: 'tile',
      fillPatternColor: 'black',
      lineWidth: 0,
    };
    const { count } = draw(style, square);
    expect(count(([red, , , alpha]) => red === 0 && alpha === 255)).toBeGreaterThan(1_500);
    expect(count(([red, , , alpha]) => red === 255 && alpha === 255)).toBeGreaterThan(1_500);
  });

  test.each([1, 1.25, 2])('a point stands on its place at a pixel ratio of %d', (ratio) => {
    const disc = draw({ pointForm: 'circle', pointRadius: 10, pointBgColor: 'green' }, point, ratio);
    const at = (x: number, y: number) => disc.pixel(x * ratio, y * ratio);
    expect(at(50, 50)).toEqual([0, 128, 0, 255]);
    for (const [x, y] of [
      [41, 50],
      [58, 50],
      [50, 41],
      [50, 58],
    ] as const)
      expect(at(x, y)).toEqual([0, 128, 0, 255]);
    for (const [x, y] of [
      [36, 50],
      [63, 50],
      [50, 36],
      [50, 63],
    ] as const)
      expect(at(x, y)[3]).toBe(0);
    const pin = draw({ pointForm: 'marker', pointRadius: 10, pointBgColor: 'green' }, point, ratio);
    expect(pin.pixel(50 * ratio, 38 * ratio)).toEqual([0, 128, 0, 255]);
    expect(pin.pixel(50 * ratio, 54 * ratio)[3]).toBe(0);
  });
});

describe('choosing', () => {
  const style: GeomStyle = {
    labelRules: [
      { rule: 'data.kind=a', lineWidth: 7 },
      { rule: 'Default', lineWidth: 3 },
    ],
  };
  const widthOf = (styles: Style[] | undefined) => styles?.at(-1)?.getStroke()?.getWidth();

  test('a rule by the data of the feature', () => {
    const styleOf = styler(style);
    expect(widthOf(styleOf(feature(line, { data: { kind: ' A ' } })))).toBe(7);
    expect(widthOf(styleOf(feature(line, { data: { kind: 'b' } })))).toBe(3);
    expect(widthOf(styleOf(feature(line)))).toBe(3);
    expect(widthOf(styler(style, { dataOf: () => ({ kind: 'a' }) })(feature(line)))).toBe(7);
  });

  test('with a theme a class by the data of the feature', () => {
    const styleOf = styler({ ...style, theme: 'volume' });
    const colorOf = (krajaUzHa: unknown) =>
      styleOf(feature(square, { data: { krajaUzHa } }))
        ?.at(-1)
        ?.getFill()
        ?.getColor();
    expect(colorOf(2)).toBe('rgba(157,189,97,0.8)');
    expect(colorOf('6')).toBe('rgba(14,79,45,0.8)');
    expect(colorOf(undefined)).toBe('rgba(155,164,171,0.8)');
  });

  test('the same styles again for the same rule and kind', () => {
    const styleOf = styler(style);
    expect(styleOf(feature(line))).toBe(styleOf(feature(line)));
    expect(styleOf(feature(square))).not.toBe(styleOf(feature(line)));
    expect(styleOf(feature(point))).toBe(styleOf(feature(new MultiPoint([[1, 2]]))));
  });

  test('nothing for what is no object geometry', () => {
    expect(styler(style)(feature(new GeometryCollection([point])))).toBeUndefined();
    expect(styler(style)(new Feature())).toBeUndefined();
  });

  test('polygons, casings, lines and points of one zIndex lie in this order, below those of the next', () => {
    const orders = [square, line, point].flatMap((geometry) =>
      (styler(style, { zIndex: 5 })(feature(geometry)) ?? []).map((part) => part.getZIndex() ?? Number.NaN),
    );
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(Math.min(...orders)).toBe(5);
    expect(Math.max(...orders)).toBeLessThan(6);
  });

  test('a hovered object is larger all round', () => {
    expect(widthOf(styler(style, { growPx: 2 })(feature(line)))).toBe(7);
    const iconWidth = (growPx: number) =>
      styler({}, { growPx })(feature(point))?.[0]?.getImage()?.getSize()?.[0] ?? 0;
    expect(iconWidth(2)).toBe(iconWidth(0) + 4);
  });
});

test('a style that is enlarged widens casing and line alike, and enlarges the icon in its form', () => {
  const widthsOf = (growPx: number) =>
    (styler({ lineWidth: 3 }, { growPx })(feature(line)) ?? []).map((part) => part.getStroke()?.getWidth());
  expect(widthsOf(0)).toEqual([5, 3]);
  expect(widthsOf(2)).toEqual([9, 7]);
  const style: GeomStyle = { pointForm: 'square', pointRadius: 20, pointIcon: 'fa-square', pointSize: 10 };
  const inkOf = (growPx: number) => {
    const image = styler(style, { growPx })(feature(point))?.[0]?.getImage()?.getImage(1);
    return toRasterImage(image as never).count((pixel) => pixel.join() === '0,0,255,255');
  };
  expect(inkOf(6)).toBeGreaterThan(1.5 * inkOf(0));
});

test('a pattern lies over its line, a fill without an outline is drawn, and so is an outline alone', () => {
  const partsOf = (style: GeomStyle, geometry: Geometry) =>
    (styler(style)(feature(geometry)) ?? []).map((part) =>
      [
        part.getFill() && 'fill',
        part.getStroke() && 'stroke',
        part.getRenderer() && 'pattern',
        part.getImage() && 'image',
      ]
        .filter(Boolean)
        .join(' '),
    );
  const unlabelled = { labelEnabled: false };
  expect(partsOf(unlabelled, square)).toEqual(['fill stroke']);
  expect(partsOf({ ...unlabelled, lineWidth: 0 }, square)).toEqual(['fill']);
  expect(partsOf({ ...unlabelled, lineWidth: 0 }, line)).toEqual([]);
  expect(partsOf({ ...unlabelled, strokePattern: 'dot' }, line)).toEqual(['stroke', 'stroke', 'pattern']);
  expect(partsOf(unlabelled, point)).toEqual(['image']);
});

describe('labels', () => {
  test('stand below points, on lines and in the middle of polygons', () => {
    const placeOf = (geometry: Geometry, style: GeomStyle = {}) => {
      const part = styler(style, { zIndex: 5, labelOf: () => 'x' })(feature(geometry))?.at(-1);
      const text = part?.getText();
      return [text?.getPlacement(), text?.getTextBaseline(), text?.getOffsetY(), part?.getZIndex()];
    };
    // A disc of radius 10 with a ring of 1.5 and an edge of 1 takes 13 px; then come the halo of 3 and a gap of 1.
    expect(placeOf(point, { pointForm: 'circle', pointRadius: 10 })).toEqual(['point', 'top', 17, 5.42]);
    expect(placeOf(line)).toEqual(['line', 'bottom', 0, 5.41]);
    expect(placeOf(square)).toEqual(['point', 'middle', 0, 5.4]);
  });

  test('stand on the side that the style says, away from symbol and halo, moved by its offset', () => {
    const placeOf = (geometry: Geometry, labelPosition: LabelPosition, style: GeomStyle = {}) => {
      const styleOf = styler({ labelPosition, ...style }, { labelOf: () => 'x' });
      const text = styleOf(feature(geometry))?.at(-1)?.getText();
      return [text?.getTextAlign(), text?.getTextBaseline(), text?.getOffsetX(), text?.getOffsetY()];
    };
    // A disc that takes 13 px, a halo of 5 and a gap of 1.
    const disc = { pointForm: 'circle', pointRadius: 10, labelHaloWidth: 5 } as const;
    expect(placeOf(point, 'right', disc)).toEqual(['left', 'middle', 19, 0]);
    expect(placeOf(point, 'top-left', disc)).toEqual(['right', 'bottom', -21, -19]);
    expect(placeOf(point, 'center', disc)).toEqual(placeOf(point, 'auto', disc));
    expect(placeOf(square, 'center')).toEqual(['center', 'middle', 0, 0]);
    expect(placeOf(square, 'bottom', { labelOffsetX: 2, labelOffsetY: -9 })).toEqual([
      'center',
      'top',
      2,
      -5,
    ]);
    const baselines = (['top', 'center', 'bottom'] as const).map((side) => placeOf(line, side)[1]);
    expect(baselines).toEqual(['bottom', 'middle', 'top']);
    expect(placeOf(line, 'auto', { labelOffsetY: -4 })[3]).toBe(-4);
  });

  test('of a higher priority are placed before those of points, and all of them after the points', () => {
    const zOf = (geometry: Geometry, labelPriority: number) => {
      const styles = styler({ labelPriority }, { labelOf: () => 'x' })(feature(geometry)) ?? [];
      return styles.map((one) => one.getZIndex() ?? Number.NaN);
    };
    const [icon = 0, name = 0] = zOf(point, 0);
    expect(zOf(square, 1).at(-1)).toBeGreaterThan(name);
    expect(zOf(point, -1).at(-1)).toBeLessThan(zOf(square, 0).at(-1) ?? 0);
    expect(zOf(point, 5).at(-1)).toBeLessThan(icon);
  });

  test('have no rim where its width is 0', () => {
    const strokeOf = (style: GeomStyle) =>
      styler(style, { labelOf: () => 'x' })(feature(square))
        ?.at(-1)
        ?.getText()
        ?.getStroke();
    expect(strokeOf({ labelHaloWidth: 0 })).toBeNull();
    expect(strokeOf({ labelHaloColor: '#010203' })?.getColor()).toBe('rgba(1,2,3,1)');
  });

  test('are left out beyond their zoom levels', () => {
    const styleOf = styler({ labelMaxZoom: 17 }, { labelOf: () => 'x' });
    const isLabelled = (resolution: number) =>
      styleOf(feature(square), resolution)?.at(-1)?.getText() != null;
    expect([2, 1, 0.5].map(isLabelled)).toEqual([true, true, false]);
  });

  const textOf = (styles: Style[] | undefined) =>
    styles?.map((part) => part.getText()?.getText()).find(Boolean);

  test('are drawn where the object has one', () => {
    const styleOf = styler({});
    expect(textOf(styleOf(feature(point, { objectMapLabel: 'Egle 62' })))).toBe('Egle 62');
    expect(textOf(styleOf(feature(point, { objectMapLabel: '' })))).toBeUndefined();
    expect(textOf(styleOf(feature(point, { objectMapLabel: 'Next' })))).toBe('Next');
    expect(textOf(styler({ labelEnabled: false })(feature(point, { objectMapLabel: 'x' })))).toBeUndefined();
  });

  test('give way to others unless configured otherwise', () => {
    const modeOf = (options: StyleFunctionOptions) =>
      styler(
        {},
        options,
      )(feature(square, { objectMapLabel: 'x' }))
        ?.at(-1)
        ?.getText()
        ?.getDeclutterMode();
    expect(modeOf({})).toBe('declutter');
    expect(modeOf({ declutterLabels: false })).toBe('none');
  });
});
