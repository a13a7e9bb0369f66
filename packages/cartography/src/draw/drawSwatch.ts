import { toRgba } from '../color/color.ts';
import type { GeomStyle, PointForm } from '../style/propertyTable.ts';
import type {
  Paint,
  PointSymbol,
  StrokeSymbol,
  SymbolDescription,
  SymbolKind,
} from '../symbols/describeSymbol.ts';
import { describeSymbol, LINE_CASING_PX } from '../symbols/describeSymbol.ts';
import type { CreateCanvas } from './createCanvas.ts';
import { createBrowserCanvas } from './createCanvas.ts';
import type { DrawContext } from './drawPoint.ts';
import { drawPoint } from './drawPoint.ts';
import { strokePath } from './drawStroke.ts';
import type { Path } from './path.ts';
import { roundedPolygon, tracePath } from './path.ts';
import type { CanvasPaintOptions } from './toCanvasPaint.ts';
import { SMALL_PATTERN, toCanvasPaint } from './toCanvasPaint.ts';

/** A square of the context: top left corner and side, in the units of the context. */
export type SwatchBox = { readonly x: number; readonly y: number; readonly sizePx: number };

export type Swatch = {
  readonly style: GeomStyle;
  readonly kind: SymbolKind;
  readonly box: SwatchBox;
  /** Creates the canvases of pattern tiles; canvas elements when missing. */
  readonly createCanvas?: CreateCanvas;
  /**
   * The fill of a polygon is a gradient from its style to this one, for themes in which a number determines the
   * colour.
   */
  readonly gradientTo?: GeomStyle;
};

const MAX_STROKE_SHARE = 0.28;

/**
 * Draws the symbol of a layer or rule for a list or legend: points scaled to the box, lines as a zigzag, polygons as
 * a small sheet. It uses the drawing code of the map, so a swatch matches the map.
 */
export const drawSwatch = (
  context: DrawContext,
  { style, kind, box, createCanvas = createBrowserCanvas, gradientTo }: Swatch,
): void => {
  const symbol = describeSymbol(style, { kind, label: false });
  const ratio = context.getTransform().a;
  const paint = { createCanvas, pixelRatio: ratio, contextScale: ratio, sizeScale: SMALL_PATTERN };
  context.save();
  context.translate(box.x + box.sizePx / 2, box.y + box.sizePx / 2);
  if (kind === 'point') drawPointSwatch(context, symbol, box.sizePx);
  else if (kind === 'line') drawLineSwatch(context, symbol, { sizePx: box.sizePx, paint });
  else {
    const to = gradientTo && describeSymbol(gradientTo, { kind, label: false }).fill;
    drawPolygonSwatch(context, symbol, { sizePx: box.sizePx, paint, ...(to && { to }) });
  }
  context.restore();
};

const PINS: readonly PointForm[] = ['poi', 'bubble', 'marker', 'coma'];
const DOT_SHARE = 0.6;
const ICON_SHARE = 0.78;

/** Pins are drawn upright; other rotated forms are scaled down, so that their corners stay in the box. */
const drawPointSwatch = (context: DrawContext, { point }: SymbolDescription, sizePx: number): void => {
  if (!point) return;
  const { form, icon } = point;
  const isPin = PINS.includes(form);
  const isRotated = !isPin && form !== 'circle' && point.rotationRad !== 0;
  const ring = { ...point.ring, widthPx: Math.min(point.ring.widthPx, sizePx / 12) };
  const maxRadius = (sizePx / 2 - ring.widthPx) * (isRotated ? Math.SQRT1_2 : 1);
  const radiusPx = form === 'none' && !icon ? maxRadius * DOT_SHARE : maxRadius;
  const iconSizePx =
    form === 'none' ? 2 * maxRadius * ICON_SHARE : (radiusPx * (icon?.sizePx ?? 0)) / (point.radiusPx || 1);
  const swatch: PointSymbol = {
    ...point,
    ring,
    radiusPx,
    rotationRad: isPin ? 0 : point.rotationRad,
    ...(icon && { icon: { ...icon, sizePx: iconSizePx } }),
  };
  drawPoint(context, swatch, [0, isPin ? radiusPx : 0]);
};

/** Scales a stroke to a small box: limits its width and shortens its dashes. */
const toSwatchStroke = (
  stroke: StrokeSymbol | undefined,
  sizePx: number,
  addPx = 0,
): StrokeSymbol | undefined =>
  stroke && {
    ...stroke,
    widthPx: Math.min(stroke.widthPx, sizePx * MAX_STROKE_SHARE + addPx),
    ...(stroke.dashPx && { dashPx: [sizePx / 6, sizePx / 6] }),
  };

type SwatchPaint = { readonly sizePx: number; readonly paint: CanvasPaintOptions };

const drawLineSwatch = (
  context: DrawContext,
  { casing, stroke }: SymbolDescription,
  { sizePx, paint }: SwatchPaint,
): void => {
  const [casingLine, line] = [
    toSwatchStroke(casing, sizePx, 2 * LINE_CASING_PX),
    toSwatchStroke(stroke, sizePx),
  ];
  const halfWidth = (sizePx - (casingLine?.widthPx ?? 0)) / 2;
  const zigzag: Path = [
    ['M', -halfWidth, halfWidth * 0.55],
    ['L', -halfWidth * 0.35, -halfWidth * 0.45],
    ['L', halfWidth * 0.3, halfWidth * 0.4],
    ['L', halfWidth, -halfWidth * 0.6],
  ];
  tracePath(context, zigzag);
  if (casingLine) strokePath(context, casingLine, toCanvasPaint(casingLine.paint));
  if (line) strokePath(context, line, toCanvasPaint(line.paint, paint));
};

const drawPolygonSwatch = (
  context: DrawContext,
  { fill, stroke }: SymbolDescription,
  { sizePx, paint, to }: SwatchPaint & { readonly to?: Paint },
): void => {
  const line = toSwatchStroke(stroke, sizePx);
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
    context.fillStyle = to ? gradient(context, [fill, to], halfWidth) : toCanvasPaint(fill, paint);
    context.fill();
  }
  if (line) strokePath(context, line, toCanvasPaint(line.paint, paint));
};

const gradient = (
  context: DrawContext,
  [from, to]: readonly [Paint, Paint],
  halfWidth: number,
): CanvasGradient => {
  const colors = context.createLinearGradient(-halfWidth, 0, halfWidth, 0);
  colors.addColorStop(0, toRgba(from.color));
  colors.addColorStop(1, toRgba(to.color));
  return colors;
};
