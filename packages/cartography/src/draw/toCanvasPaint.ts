import { toRgba } from '../color/color.ts';
import type { Paint, PatternPaint } from '../symbols/describeSymbol.ts';
import type { CreateCanvas } from './createCanvas.ts';
import { createBrowserCanvas } from './createCanvas.ts';
import { createDrawingCache } from './drawingCache.ts';
import type { DrawContext } from './drawPoint.ts';
import { drawTile } from './drawTile.ts';
import { PATTERN_TILES } from './patterns.ts';

export type CanvasPaintOptions = {
  /** Canvas pixels per drawing pixel; 1 when missing. */
  readonly pixelRatio?: number;
  /** Scale that the context already has; 1 when missing. */
  readonly contextScale?: number;
  /** Size of a pattern: 1 as designed, less for lines and swatches. */
  readonly sizeScale?: number;
  /** Creates the canvases of pattern tiles; canvas elements when missing. */
  readonly createCanvas?: CreateCanvas;
};

/** Scale of the patterns of lines and swatches. */
export const SMALL_PATTERN = 0.5;

/**
 * Returns the fill or stroke style of a canvas: a colour, or a pattern over it. Map, server images and swatches all
 * use it.
 */
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
  return paints.getOrDraw(createCanvas, key, () =>
    paintPattern({ color, pattern }, { pixelRatio, contextScale, sizeScale, createCanvas }),
  );
};

/** A tile has at most 64 x 64 pixels on a high-resolution screen: 16 kB. */
const paints = createDrawingCache<string | CanvasPattern>(500);

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
