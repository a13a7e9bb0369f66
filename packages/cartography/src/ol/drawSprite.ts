import type { PointSymbol } from '../describeSymbol.ts';
import type { CreateCanvas, SomeCanvas } from '../draw/createCanvas.ts';
import { type DrawContext, drawPoint, type PointBox, pointBox } from '../draw/drawPoint.ts';

export type Sprite = { readonly canvas: SomeCanvas; readonly box: PointBox };

/** The point symbol on a canvas of its own, `pixelRatio` canvas pixels a pixel of the box. */
export const drawSprite = (symbol: PointSymbol, pixelRatio: number, createCanvas: CreateCanvas): Sprite => {
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
