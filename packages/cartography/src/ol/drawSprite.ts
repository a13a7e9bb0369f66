import type { PointSymbol } from '../describeSymbol.ts';
import type { CreateCanvas } from '../draw/createCanvas.ts';
import { type DrawContext, drawPoint, pointBox } from '../draw/drawPoint.ts';
import { type Sprite, sprites } from '../draw/sprites.ts';

/**
 * The point symbol on a canvas of its own, `pixelRatio` canvas pixels a pixel of the box; the same canvas for the same
 * symbol, so nobody draws on it.
 */
export const drawSprite = (symbol: PointSymbol, pixelRatio: number, createCanvas: CreateCanvas): Sprite =>
  sprites.find(createCanvas, `${pixelRatio} ${JSON.stringify(symbol)}`, () =>
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
  drawPoint(context, symbol, box.left, box.up);
  return { canvas, box };
};
