import type { CreateCanvas } from '../draw/createCanvas.ts';
import { type Sprite, sprites } from '../draw/drawingCache.ts';
import { type DrawContext, drawPoint, pointBox } from '../draw/drawPoint.ts';
import type { PointSymbol } from '../symbols/describeSymbol.ts';

/**
 * Returns the point symbol on a canvas of its own with `pixelRatio` canvas pixels per pixel of the box. The canvas is
 * cached and shared: do not draw on it.
 */
export const drawSprite = (symbol: PointSymbol, pixelRatio: number, createCanvas: CreateCanvas): Sprite =>
  sprites.getOrDraw(createCanvas, `${pixelRatio} ${JSON.stringify(symbol)}`, () =>
    drawNewSprite(symbol, pixelRatio, createCanvas),
  );

const drawNewSprite = (symbol: PointSymbol, pixelRatio: number, createCanvas: CreateCanvas): Sprite => {
  const box = pointBox(symbol);
  const canvas = createCanvas(
    Math.max(1, Math.ceil((box.left + box.right) * pixelRatio)),
    Math.max(1, Math.ceil((box.up + box.down) * pixelRatio)),
  );
  const context = canvas.getContext('2d') as DrawContext;
  context.scale(pixelRatio, pixelRatio);
  drawPoint(context, symbol, [box.left, box.up]);
  return { canvas, box };
};
