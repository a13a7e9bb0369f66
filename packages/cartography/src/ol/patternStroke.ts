import type { Coordinate } from 'ol/coordinate.js';
import type { RenderFunction } from 'ol/style/Style.js';
import type { CreateCanvas } from '../draw/createCanvas.ts';
import type { DrawContext } from '../draw/drawPoint.ts';
import { strokePath } from '../draw/drawStroke.ts';
import { SMALL_PATTERN, toCanvasPaint } from '../draw/toCanvasPaint.ts';
import type { StrokeSymbol } from '../symbols/describeSymbol.ts';

type Nested = Coordinate | readonly Nested[];

const isPosition = (part: Nested): part is Coordinate => typeof part[0] === 'number';

/** Yields the positions of a line, or of every line and ring of deeper nested coordinates. */
function* listPaths(part: Nested): Generator<readonly Coordinate[]> {
  const [first] = part as readonly Nested[];
  if (first === undefined || isPosition(part)) return;
  if (isPosition(first)) yield part as readonly Coordinate[];
  else for (const inner of part as readonly Nested[]) yield* listPaths(inner);
}

const tracePositions = (context: DrawContext, positions: readonly Coordinate[], isRing: boolean): void => {
  for (const [i, [x = 0, y = 0]] of positions.entries())
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  if (isRing) context.closePath();
};

const INVISIBLE = [0, 0, 0, 0] as const;

/**
 * Creates the renderer of a line's pattern, drawn over its plain colour; undefined for a line without one. ol repeats
 * the pattern of a stroke from the corner of the canvas, so it would move with the map; here it starts at the first
 * position of the line, on a whole pixel. Hit detection uses the plain line beneath.
 */
export const patternStroke = (
  stroke: StrokeSymbol,
  { pixelRatio, createCanvas }: { readonly pixelRatio: number; readonly createCanvas: CreateCanvas },
): { readonly renderer: RenderFunction; readonly hitDetectionRenderer: RenderFunction } | undefined => {
  const { pattern } = stroke.paint;
  if (!pattern) return undefined;
  const paint = toCanvasPaint(
    { color: INVISIBLE, pattern },
    { pixelRatio, createCanvas, sizeScale: SMALL_PATTERN },
  );
  const scaled: StrokeSymbol = {
    ...stroke,
    widthPx: stroke.widthPx * pixelRatio,
    ...(stroke.dashPx && { dashPx: stroke.dashPx.map((length) => length * pixelRatio) }),
  };
  const renderer: RenderFunction = (coordinates, { context, geometry }) => {
    const isRing = geometry.getType().endsWith('Polygon');
    const paths = [...listPaths(coordinates as Nested)];
    const [x = 0, y = 0] = paths[0]?.[0] ?? [];
    context.save();
    context.beginPath();
    for (const path of paths) tracePositions(context, path, isRing);
    context.translate(Math.round(x), Math.round(y));
    strokePath(context, scaled, paint);
    context.restore();
  };
  return { renderer, hitDetectionRenderer: () => {} };
};
