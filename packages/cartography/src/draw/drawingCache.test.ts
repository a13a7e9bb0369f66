import { createCanvas } from '@napi-rs/canvas';
import { expect, test } from 'vitest';
import { loadIconFonts } from '../icons/loadIconFonts.ts';
import { drawSprite } from '../ol/drawSprite.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { createDrawingCache } from './drawingCache.ts';
import { toCanvasPaint } from './toCanvasPaint.ts';

const paintOf = (fillPatternColor: string) => {
  const { fill } = describeSymbol({ fillPattern: 'brick', fillPatternColor }, { kind: 'polygon' });
  if (!fill) throw new Error('no fill');
  return fill;
};
const pointOf = (pointBgColor: string) => {
  const { point } = describeSymbol({ pointForm: 'circle', pointBgColor }, { kind: 'point' });
  if (!point) throw new Error('no point');
  return point;
};

test('the same pattern is drawn once for all rules and styles, another colour, size or sharpness on its own', () => {
  const red = toCanvasPaint(paintOf('red'), { createCanvas });
  expect(toCanvasPaint(paintOf('#f00'), { createCanvas })).toBe(red);
  const others = [
    toCanvasPaint(paintOf('blue'), { createCanvas }),
    toCanvasPaint(paintOf('red'), { createCanvas, sizeScale: 0.5 }),
    toCanvasPaint(paintOf('red'), { createCanvas, pixelRatio: 2 }),
    toCanvasPaint(paintOf('red'), { createCanvas, pixelRatio: 2, contextScale: 2 }),
    toCanvasPaint(paintOf('red'), { createCanvas: (width, height) => createCanvas(width, height) }),
  ];
  expect(new Set([red, ...others]).size).toBe(6);
});

test('the same symbol is one sprite, until icon fonts come', async () => {
  const red = drawSprite(pointOf('red'), 1, createCanvas);
  expect(drawSprite(pointOf('red'), 1, createCanvas)).toBe(red);
  expect(drawSprite(pointOf('red'), 2, createCanvas)).not.toBe(red);
  expect(drawSprite(pointOf('blue'), 1, createCanvas)).not.toBe(red);
  // The sprite may have been drawn with a box instead of the glyph.
  await loadIconFonts(['Some font'], { load: async () => [] });
  expect(drawSprite(pointOf('red'), 1, createCanvas)).not.toBe(red);
});

test('only so many are kept, the oldest goes first', () => {
  const cache = createDrawingCache<object>(2);
  const draw = (key: string) => cache.getOrDraw(createCanvas, key, () => ({ key }));
  const [a, b] = [draw('a'), draw('b')];
  draw('c');
  expect(draw('b')).toBe(b);
  expect(draw('a')).not.toBe(a);
});

test('a drawing that is not small is drawn each time, and drives no other out', () => {
  const cache = createDrawingCache<{ readonly size: number }>(1, ({ size }) => size <= 2);
  const draw = (key: string, size: number) => cache.getOrDraw(createCanvas, key, () => ({ size }));
  const small = draw('a', 2);
  expect(draw('b', 3)).not.toBe(draw('b', 3));
  expect(draw('a', 2)).toBe(small);
  cache.clear();
  expect(draw('a', 2)).not.toBe(small);
});

test('a sprite of 128 by 128 pixels is kept, a larger one is not', () => {
  const spriteOf = (pointRadius: number) => {
    const { point } = describeSymbol({ pointForm: 'circle', pointRadius }, { kind: 'point' });
    if (!point) throw new Error('no point');
    return drawSprite(point, 1, createCanvas);
  };
  // Ring and edge add 2.5 pixels on each side.
  const kept = spriteOf(61.5);
  expect([kept.canvas.width, kept.canvas.height]).toEqual([128, 128]);
  expect(spriteOf(61.5)).toBe(kept);
  expect(spriteOf(62)).not.toBe(spriteOf(62));
});

test('a sprite too large to keep is drawn again', () => {
  const { point } = describeSymbol({ pointForm: 'circle', pointRadius: 128 }, { kind: 'point' });
  if (!point) throw new Error('no point');
  expect(drawSprite(point, 1, createCanvas)).not.toBe(drawSprite(point, 1, createCanvas));
});
