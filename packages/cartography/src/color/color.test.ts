import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fadeColor, lerpColors, parseColor, type Rgba, toRgba } from './color.ts';
import { CSS_COLOR_NAMES } from './cssColorNames.ts';
import { LAYER_COLORS } from './layerColors.ts';

describe('parseColor', () => {
  test.each<[string, Rgba]>([
    ['green', [0, 128, 0, 1]],
    [' RebeccaPurple ', [102, 51, 153, 1]],
    ['transparent', [0, 0, 0, 0]],
    ['#f00', [255, 0, 0, 1]],
    ['#f008', [255, 0, 0, 0.533]],
    ['#1251CC', [18, 81, 204, 1]],
    ['#1251cc80', [18, 81, 204, 0.502]],
    ['rgb(1,2,3)', [1, 2, 3, 1]],
    ['rgba(48, 138, 105, 0.42)', [48, 138, 105, 0.42]],
    ['rgba(48,138,105,.42)', [48, 138, 105, 0.42]],
    ['rgb(1 2 3 / 50%)', [1, 2, 3, 0.5]],
    ['rgb(100%, 0%, 50%)', [255, 0, 128, 1]],
    ['rgba(300,-5,1.6,7)', [255, 0, 2, 1]],
  ])('%s', (text, rgba) => {
    expect(parseColor(text)).toEqual(rgba);
  });

  test.each([
    '',
    'reddish',
    '#12',
    '#12345',
    '#ggg',
    'rgb(1,2)',
    'rgb(1,2,3,4,5)',
    'rgb(a,b,c)',
    'rgba(1,2,3',
    'url(#x)',
    'constructor',
  ])('%j is no colour', (text) => {
    expect(parseColor(text)).toBeUndefined();
  });

  test('what toRgba writes reads back the same', () => {
    const channel = fc.integer({ min: 0, max: 255 });
    const alpha = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000);
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel, alpha), (rgba) => {
        expect(parseColor(toRgba(rgba))).toEqual(rgba);
      }),
    );
  });

  test('all 148 CSS names are there', () => {
    expect(CSS_COLOR_NAMES.size).toBe(148);
    for (const name of CSS_COLOR_NAMES.keys()) expect(parseColor(name)).toBeDefined();
  });

  test('twelve layer colours, none of them pure red, which marks the selection', () => {
    expect(LAYER_COLORS).toHaveLength(12);
    const colors = LAYER_COLORS.map(({ color }) => parseColor(color)?.join());
    expect(new Set(colors).size).toBe(12);
    expect(colors).not.toContain(parseColor('#ff0000')?.join());
  });
});

test('fading multiplies alpha, mixing keeps it', () => {
  expect(fadeColor([1, 2, 3, 0.8], 0.5)).toEqual([1, 2, 3, 0.4]);
  expect(lerpColors([0, 100, 200, 0.3], [255, 255, 255, 1], 0)).toEqual([0, 100, 200, 0.3]);
  expect(lerpColors([0, 100, 200, 0.3], [255, 255, 255, 1], 1)).toEqual([255, 255, 255, 0.3]);
  expect(lerpColors([0, 100, 200, 0.3], [255, 0, 255, 1], 0.25)).toEqual([64, 75, 214, 0.3]);
  expect(fadeColor([1, 2, 3, 0.8], 2)).toEqual([1, 2, 3, 1]);
});
