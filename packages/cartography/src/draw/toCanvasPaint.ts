import { toRgba } from '../color.ts';
import type { Paint, PatternPaint } from '../describeSymbol.ts';
import type { CreateCanvas } from './createCanvas.ts';
import { createBrowserCanvas } from './createCanvas.ts';
import type { DrawContext } from './drawPoint.ts';
import { drawTile } from './drawTile.ts';
import { keepDrawn } from './keepDrawn.ts';
import { PATTERN_TILES } from './patterns.ts';

export type CanvasPaintOptions = {
  /** Canvas pixels a pixel of the drawing; 1 when missing. */
  readonly pixelRatio?: number;
  /** What the context that paints is scaled by already; 1 when missing. */
  readonly contextScale?: number;
  /** Size of a pattern: 1 as designed, less for lines and swatches. */
  readonly sizeScale?: number;
  /** A canvas element when missing. */
  readonly createCanvas?: CreateCanvas;
};

/** Lines and swatches have little room: their patterns are drawn at half the size. */
export const SMALL_PATTERN = 0.5;

/** What a canvas fills or strokes with: a colour, or a pattern over it. Map, images and swatches all come through here. */
export const toCanvasPaint = (
  { color, pattern }: Paint,
  {
    pixelRatio = 1,
    contextScale = 1,
    sizeScale = 1,
    createCanvas = createBrowserCanvas,
  }: CanvasPaintOptions = {},
): string | CanvasPattern => {
  if (!pattern) return toRgba(color);
  const key = [pattern.name, color, pattern.color, pixelRatio, contextScale, sizeScale].join(' ');
  return paints.find(createCanvas, key, () =>
    paintPattern({ color, pattern }, { pixelRatio, contextScale, sizeScale, createCanvas }),
  );
};

/** A tile is at most 64 pixels wide and high on a sharp screen: 16 kB. */
const paints = keepDrawn<string | CanvasPattern>(500);

const paintPattern = (
  { color, pattern }: Paint & { readonly pattern: PatternPaint },
  { pixelRatio, contextScale, sizeScale, createCanvas }: Required<CanvasPaintOptions>,
): string | CanvasPattern => {
  const tile = drawTile({ color, pattern }, { sizeScale, pixelRatio, createCanvas });
  const painted = (tile.getContext('2d') as DrawContext).createPattern(tile as HTMLCanvasElement, 'repeat');
  if (!painted) return toRgba(color);
  const { widthPx, heightPx } = PATTERN_TILES[pattern.name];
  const scaleOf = (sidePx: number, canvasPx: number): number =>
    (sidePx * sizeScale * pixelRatio) / contextScale / canvasPx;
  const [a, d] = [scaleOf(widthPx, tile.width), scaleOf(heightPx, tile.height)];
  if (a !== 1 || d !== 1) painted.setTransform({ a, d });
  return painted;
};
