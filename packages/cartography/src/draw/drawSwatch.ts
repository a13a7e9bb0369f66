import { toRgba } from '../color.ts';
import type { Paint, PointSymbol, StrokeSymbol, SymbolDescription, SymbolKind } from '../describeSymbol.ts';
import { describeSymbol, LINE_CASING_PX } from '../describeSymbol.ts';
import type { GeomStyle, PointForm } from '../propertyTable.ts';
import type { CreateCanvas } from './createCanvas.ts';
import { createBrowserCanvas } from './createCanvas.ts';
import type { DrawContext } from './drawPoint.ts';
import { drawPoint } from './drawPoint.ts';
import { strokePath } from './drawStroke.ts';
import type { Path } from './path.ts';
import { roundedPolygon, tracePath } from './path.ts';
import type { CanvasPaintOptions } from './toCanvasPaint.ts';
import { SMALL_PATTERN, toCanvasPaint } from './toCanvasPaint.ts';

/** A square of the context: top left corner and side, in its own units. */
export type SwatchBox = { readonly x: number; readonly y: number; readonly sizePx: number };

export type SwatchOptions = {
  /** Makes the tiles of patterns; a canvas element when missing. */
  readonly createCanvas?: CreateCanvas;
  /** The fill of a polygon runs from its style to this one, as a theme's does where a number chooses the colour. */
  readonly gradientTo?: GeomStyle;
};

const MAX_STROKE_SHARE = 0.28;

/**
 * The symbol of a layer or rule as a list or legend shows it: points in a size that fills the box, lines as a zigzag,
 * polygons as a small sheet. The drawing is that of the map, so a swatch cannot lie.
 */
export const drawSwatch = (
  context: DrawContext,
  style: GeomStyle,
  kind: SymbolKind,
  box: SwatchBox,
  { createCanvas = createBrowserCanvas, gradientTo }: SwatchOptions = {},
): void => {
  const symbol = describeSymbol(style, { kind, label: false });
  const ratio = context.getTransform().a;
  const paint = { createCanvas, pixelRatio: ratio, contextScale: ratio, sizeScale: SMALL_PATTERN };
  context.save();
  context.translate(box.x + box.sizePx / 2, box.y + box.sizePx / 2);
  if (kind === 'point') drawPointSwatch(context, symbol, box.sizePx);
  else if (kind === 'line') drawLineSwatch(context, symbol, box.sizePx, paint);
  else {
    const to = gradientTo && describeSymbol(gradientTo, { kind, label: false }).fill;
    drawPolygonSwatch(context, symbol, box.sizePx, { ...paint, ...(to && { to }) });
  }
  context.restore();
};

const PINS: readonly PointForm[] = ['poi', 'bubble', 'marker', 'coma'];
const DOT_SHARE = 0.6;
const ICON_SHARE = 0.78;

/** Pins are shown upright; what is turned is made smaller, so that its corners stay in the box. */
const drawPointSwatch = (context: DrawContext, { point }: SymbolDescription, sizePx: number): void => {
  if (!point) return;
  const { form, icon } = point;
  const isPin = PINS.includes(form);
  const isTurned = !isPin && form !== 'circle' && point.rotationRad !== 0;
  const ring = { ...point.ring, widthPx: Math.min(point.ring.widthPx, sizePx / 12) };
  const room = (sizePx / 2 - ring.widthPx) * (isTurned ? Math.SQRT1_2 : 1);
  const radiusPx = form === 'none' && !icon ? room * DOT_SHARE : room;
  const iconSizePx =
    form === 'none' ? 2 * room * ICON_SHARE : (radiusPx * (icon?.sizePx ?? 0)) / (point.radiusPx || 1);
  const swatch: PointSymbol = {
    ...point,
    ring,
    radiusPx,
    rotationRad: isPin ? 0 : point.rotationRad,
    ...(icon && { icon: { ...icon, sizePx: iconSizePx } }),
  };
  drawPoint(context, swatch, 0, isPin ? radiusPx : 0);
};

/** A stroke that leaves room in a small box: at most so wide, dashes in proportion. */
const toSwatch = (stroke: StrokeSymbol | undefined, sizePx: number, addPx = 0): StrokeSymbol | undefined =>
  stroke && {
    ...stroke,
    widthPx: Math.min(stroke.widthPx, sizePx * MAX_STROKE_SHARE + addPx),
    ...(stroke.dashPx && { dashPx: [sizePx / 6, sizePx / 6] }),
  };

const drawLineSwatch = (
  context: DrawContext,
  { casing, stroke }: SymbolDescription,
  sizePx: number,
  paint: CanvasPaintOptions,
): void => {
  const [under, line] = [toSwatch(casing, sizePx, 2 * LINE_CASING_PX), toSwatch(stroke, sizePx)];
  const reach = (sizePx - (under?.widthPx ?? 0)) / 2;
  const zigzag: Path = [
    ['M', -reach, reach * 0.55],
    ['L', -reach * 0.35, -reach * 0.45],
    ['L', reach * 0.3, reach * 0.4],
    ['L', reach, -reach * 0.6],
  ];
  tracePath(context, zigzag);
  if (under) strokePath(context, under, toCanvasPaint(under.paint));
  if (line) strokePath(context, line, toCanvasPaint(line.paint, paint));
};

const drawPolygonSwatch = (
  context: DrawContext,
  { fill, stroke }: SymbolDescription,
  sizePx: number,
  { to, ...paint }: CanvasPaintOptions & { readonly to?: Paint },
): void => {
  const line = toSwatch(stroke, sizePx);
  const inset = 1 + (line?.widthPx ?? 0) / 2;
  const [halfWidth, halfHeight] = [sizePx / 2 - inset, sizePx * 0.37 - inset / 2];
  const sheet = roundedPolygon(
    [
      [-halfWidth, -halfHeight],
      [halfWidth, -halfHeight],
      [halfWidth, halfHeight],
      [-halfWidth, halfHeight],
    ],
    sizePx / 8,
  );
  tracePath(context, sheet);
  if (fill) {
    context.fillStyle = to ? gradient(context, fill, to, halfWidth) : toCanvasPaint(fill, paint);
    context.fill();
  }
  if (line) strokePath(context, line, toCanvasPaint(line.paint, paint));
};

const gradient = (context: DrawContext, from: Paint, to: Paint, halfWidth: number): CanvasGradient => {
  const colors = context.createLinearGradient(-halfWidth, 0, halfWidth, 0);
  colors.addColorStop(0, toRgba(from.color));
  colors.addColorStop(1, toRgba(to.color));
  return colors;
};
