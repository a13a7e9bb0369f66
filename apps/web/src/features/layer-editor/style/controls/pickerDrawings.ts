import {
  type DrawContext,
  drawSwatch,
  type PatternName,
  type PointForm,
  parseColor,
  type Rgba,
  toCanvasPaint,
} from '@pgis/cartography';
import type { SwatchSize } from './DrawnSwatch.tsx';

/** White in both colour schemes, because patterns and forms are compared by their shapes. */
const INK = 'rgba(51,67,77,1)';
const NONE = 'rgba(196,43,47,1)';
const PAPER: Rgba = [255, 255, 255, 1];

function drawNone(context: DrawContext, { widthPx, heightPx }: SwatchSize): void {
  context.strokeStyle = NONE;
  context.lineWidth = 1.25;
  context.beginPath();
  context.moveTo(2, heightPx - 2);
  context.lineTo(widthPx - 2, 2);
  context.stroke();
}

/** STYLE-20: draws a pattern as the map fills with it. */
export const drawPattern = (name: PatternName) => (context: DrawContext, size: SwatchSize) => {
  if (name === 'none') return drawNone(context, size);
  const ratio = context.getTransform().a;
  const color = parseColor(INK) as Rgba;
  const paint = { color: PAPER, pattern: { name, color } };
  context.fillStyle = toCanvasPaint(paint, { pixelRatio: ratio, contextScale: ratio, sizeScale: 0.75 });
  context.fillRect(0, 0, size.widthPx, size.heightPx);
};

/** STYLE-21: draws a form as the map draws it behind an icon. */
export const drawForm = (form: PointForm) => (context: DrawContext, size: SwatchSize) => {
  if (form === 'none') return drawNone(context, size);
  const sizePx = Math.min(size.widthPx, size.heightPx);
  const box = { x: (size.widthPx - sizePx) / 2, y: (size.heightPx - sizePx) / 2, sizePx };
  drawSwatch(context, { style: { pointForm: form, pointBgColor: INK }, kind: 'point', box });
};
