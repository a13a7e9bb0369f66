import { createCanvas } from '@napi-rs/canvas';
import { drawSwatch } from '@pgis/cartography';
import { type RenderedImage, readCanvas } from '../encode/RenderedImage.ts';
import { type LegendJob, legendLayout, legendSize } from '../job/LegendJob.ts';

/** Renders symbols below each other with their texts, as in the legend of the map. */
export function renderLegend({ legend, pixelRatio, background }: LegendJob): RenderedImage {
  const { width, height } = legendSize(legend.length);
  const canvas = createCanvas(Math.ceil(width * pixelRatio), Math.ceil(height * pixelRatio));
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  context.scale(pixelRatio, pixelRatio);
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  const { marginPx, linePx, swatchPx, textPx } = legendLayout;
  const gap = (linePx - swatchPx) / 2;
  for (const [i, { label, symbol }] of legend.entries()) {
    const top = marginPx + i * linePx;
    if (symbol)
      drawSwatch(context, {
        ...symbol,
        box: { x: marginPx, y: top + gap, sizePx: swatchPx },
        createCanvas,
      });
    const left = symbol ? marginPx + swatchPx + 8 : marginPx;
    context.font = `${symbol ? '' : 'bold '}${textPx}px Arial, sans-serif`;
    context.fillStyle = '#1d2a24';
    context.textBaseline = 'middle';
    context.fillText(shorten(context, label, width - left - marginPx), left, top + linePx / 2);
  }
  return readCanvas(canvas);
}

/** Returns the text, cut to the width with an ellipsis where it is too long. */
function shorten(context: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (context.measureText(text).width <= widthPx) return text;
  const letters = [...text];
  while (letters.length > 0 && context.measureText(`${letters.join('')}…`).width > widthPx) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}
