import { createCanvas } from '@napi-rs/canvas';
import { drawSwatch } from '@pgis/cartography';
import { type RenderedImage, readCanvas } from '../encode/RenderedImage.ts';
import { type LegendJob, legendLayout, legendSize, sizesOf } from '../job/LegendJob.ts';

const TEXT_COLOR = '#1d2a24';

/** Renders symbols below each other with their texts, as in the legend of the map. */
export function renderLegend({ legend, pixelRatio, background }: LegendJob): RenderedImage {
  const { width, height } = legendSize(legend);
  const canvas = createCanvas(Math.ceil(width * pixelRatio), Math.ceil(height * pixelRatio));
  const context = canvas.getContext('2d') as unknown as CanvasRenderingContext2D;
  context.scale(pixelRatio, pixelRatio);
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, width, height);
  }
  const { marginPx, linePx, swatchPx, textPx } = legendLayout;
  const gap = (linePx - swatchPx) / 2;
  let top = marginPx;
  for (const line of legend) {
    const { label, symbol } = line;
    if (symbol)
      drawSwatch(context, {
        ...symbol,
        box: { x: marginPx, y: top + gap, sizePx: swatchPx },
        createCanvas,
      });
    const left = symbol ? marginPx + swatchPx + 8 : marginPx;
    context.font = `${symbol ? '' : 'bold '}${textPx}px Arial, sans-serif`;
    context.fillStyle = TEXT_COLOR;
    context.textBaseline = 'middle';
    context.fillText(shorten(context, label, width - left - marginPx), left, top + linePx / 2);
    top += linePx;
    const sizes = sizesOf(line);
    if (!sizes) continue;
    context.save();
    context.translate(0, top);
    sizes.draw(context, TEXT_COLOR);
    context.restore();
    top += sizes.heightPx;
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
