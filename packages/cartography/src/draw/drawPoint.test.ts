import { describe, expect, test } from 'vitest';
import { drawRasterImage, type Pixel } from '../../test/rasterImage.ts';
import { type GeomStyle, POINT_FORMS } from '../style/propertyTable.ts';
import { describeSymbol, type PointSymbol } from '../symbols/describeSymbol.ts';
import { drawPoint, pointBox } from './drawPoint.ts';

const WHITE: Pixel = [255, 255, 255, 255];
const GREEN: Pixel = [0, 128, 0, 255];
const TRANSPARENT: Pixel = [0, 0, 0, 0];

const symbolOf = (style: GeomStyle): PointSymbol => {
  const { point } = describeSymbol(
    { pointBgColor: 'green', pointColor: 'white', ...style },
    { kind: 'point' },
  );
  if (!point) throw new Error('no point symbol');
  return point;
};

/** Draws the symbol at the centre of 100 x 100 pixels. */
const draw = (style: GeomStyle) =>
  drawRasterImage(100, 100, (context) => drawPoint(context, symbolOf(style), [50, 50]));

const PINS = ['poi', 'bubble', 'marker', 'coma'] as const;
const FORMS = POINT_FORMS.filter((form) => form !== 'none');

describe('a disc', () => {
  const disc = draw({ pointForm: 'circle', pointRadius: 20 });

  test('has its background inside, a white ring of 1.5 px around, nothing beyond', () => {
    expect(disc.pixel(50, 50)).toEqual(GREEN);
    expect(disc.pixel(50, 50 - 19)).toEqual(GREEN);
    expect(disc.pixel(50, 50 - 21)).toEqual(WHITE);
    expect(disc.pixel(50, 50 - 23)).toEqual(TRANSPARENT);
  });

  test('holds a white icon that stays inside it', () => {
    const withIcon = draw({ pointForm: 'circle', pointRadius: 20, pointIcon: 'fa-tree', pointSize: 200 });
    const isInk = (pixel: Pixel) => pixel.join() === WHITE.join();
    expect(withIcon.count(isInk) - disc.count(isInk)).toBeGreaterThan(100);
    expect(withIcon.pixel(50, 50 - 18)).toEqual(GREEN);
    expect(withIcon.pixel(50, 50 + 17)).toEqual(GREEN);
  });
});

test.each(FORMS)('%s without an icon is filled where the icon would be', (pointForm) => {
  const radius = 20;
  const { pixel } = draw({ pointForm, pointRadius: radius });
  const middleY = PINS.includes(pointForm as never) ? 50 - radius - 4 : 50;
  if (pointForm === 'ban') expect(pixel(50 - 9, middleY + 9)).toEqual(GREEN);
  else expect(pixel(50, middleY)).toEqual(GREEN);
});

test.each(PINS)('%s stands with its tip on the place', (pointForm) => {
  const { pixel, count } = draw({ pointForm, pointRadius: 20 });
  expect(pixel(50, 50 + 3)).toEqual(TRANSPARENT);
  expect(pixel(50, 50 - 4)).not.toEqual(TRANSPARENT);
  expect(count(([, , , alpha]) => alpha > 0)).toBeGreaterThan(300);
});

test('rotation turns a pin about its tip: at 90 degrees it lies to the right', () => {
  const { pixel } = draw({ pointForm: 'marker', pointRadius: 20, pointRotation: 90 });
  expect(pixel(50 + 24, 50)).toEqual(GREEN);
  expect(pixel(50 - 3, 50)).toEqual(TRANSPARENT);
});

test('an icon alone has its own colour and a white halo', () => {
  const { count } = draw({ pointIcon: 'fa-tree', pointColor: 'green' });
  expect(count((pixel) => pixel.join() === GREEN.join())).toBeGreaterThan(200);
  expect(count((pixel) => pixel.join() === WHITE.join())).toBeGreaterThan(50);
});

test('an unknown icon in a form draws the form, without one a dot', () => {
  expect(draw({ pointForm: 'circle', pointIcon: '<script>' }).pixel(50, 50)).toEqual(GREEN);
  expect(draw({ pointIcon: '<script>', pointColor: 'green' }).pixel(50, 50)).toEqual(GREEN);
});

test('a gradient runs from lighter at the top left to the colour', () => {
  const { pixel } = draw({ pointForm: 'square', pointRadius: 20, pointGradient: true });
  const [topLeft] = pixel(50 - 15, 50 - 15);
  const [bottomRight] = pixel(50 + 15, 50 + 15);
  expect(topLeft).toBeGreaterThan(bottomRight + 60);
});

describe('the box around the place holds the whole symbol', () => {
  const styles = POINT_FORMS.flatMap((pointForm) =>
    [0, 30, 200].flatMap((pointRotation) =>
      [3, 9, 40].map(
        (pointRadius): GeomStyle => ({
          pointForm,
          pointRotation,
          pointRadius,
          pointIcon: 'fa-truck-monster',
        }),
      ),
    ),
  );
  test.each([...styles, {}, { pointIcon: 'fg-compass', pointSize: 60 }])('%j', (style) => {
    const symbol = symbolOf(style);
    const { left, up, right, down } = pointBox(symbol);
    const margin = 3;
    const { pixel, width, height, count } = drawRasterImage(
      left + right + 2 * margin,
      up + down + 2 * margin,
      (context) => drawPoint(context, symbol, [left + margin, up + margin]),
    );
    const isOutside = (x: number, y: number) =>
      x < margin || y < margin || x >= width - margin || y >= height - margin;
    let outside = 0;
    for (let x = 0; x < width; x += 1) {
      for (let y = 0; y < height; y += 1) if (isOutside(x, y) && pixel(x, y)[3] > 0) outside += 1;
    }
    expect(outside).toBe(0);
    expect(count(([, , , alpha]) => alpha > 0)).toBeGreaterThan(10);
  });
});
