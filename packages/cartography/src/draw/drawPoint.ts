import { toRgba } from '../color.ts';
import type { PointSymbol } from '../describeSymbol.ts';
import { formLayout, formPath } from './formPath.ts';
import { tracePath } from './path.ts';

/** A canvas context of the browser or of a canvas library on Node. */
export type DrawContext = CanvasRenderingContext2D;

/**
 * Draws a point symbol with its place at `x`, `y` of the context: ring, background, icon.
 * Pins (poi, bubble, marker, coma) stand with their tip on the place, all others with their middle.
 */
export const drawPoint = (context: DrawContext, symbol: PointSymbol, x: number, y: number): void => {
  context.save();
  context.translate(x, y);
  context.rotate(symbol.rotationRad);
  context.translate(0, -formLayout(symbol.form).anchorY * symbol.radiusPx);
  context.lineJoin = 'round';
  if (symbol.form !== 'none') drawForm(context, symbol);
  else if (!symbol.icon) drawForm(context, { ...symbol, form: 'circle' });
  drawIcon(context, symbol);
  if (symbol.form === 'ban') drawBan(context, symbol);
  context.restore();
};

/** Whole pixels from the place of a symbol to the edges of what it draws. */
export type PointBox = {
  readonly left: number;
  readonly up: number;
  readonly right: number;
  readonly down: number;
};

/** No glyph of the icon fonts is wider or higher than this part of its font size. */
const WIDEST_GLYPH = 1.3;

export const pointBox = ({ form, radiusPx, ring, icon, rotationRad }: PointSymbol): PointBox => {
  const isIconAlone = form === 'none' && icon;
  const reach = (isIconAlone ? (icon.sizePx * WIDEST_GLYPH) / 2 : radiusPx) + ring.widthPx;
  const below = isIconAlone ? 0 : formLayout(form).anchorY * radiusPx;
  const furthest = Math.hypot(reach, reach + below);
  const [side, up, down] =
    rotationRad === 0 ? [reach, reach + below, reach - below] : [furthest, furthest, furthest];
  const edge = (distance: number): number => Math.ceil(distance) + 1; // + 1: soft edges
  return { left: edge(side), up: edge(up), right: edge(side), down: edge(down) };
};

const drawForm = (
  context: DrawContext,
  { form, radiusPx, background, gradientFrom, ring }: PointSymbol,
): void => {
  tracePath(context, formPath(form, radiusPx));
  if (ring.widthPx > 0) {
    context.strokeStyle = toRgba(ring.color);
    context.lineWidth = 2 * ring.widthPx; // the inner half lies under the fill
    context.stroke();
  }
  context.fillStyle = toRgba(background);
  if (gradientFrom) {
    const gradient = context.createLinearGradient(-radiusPx, -radiusPx, radiusPx, radiusPx);
    gradient.addColorStop(0, toRgba(gradientFrom));
    gradient.addColorStop(1, toRgba(background));
    context.fillStyle = gradient;
  }
  context.fill();
};

/** The icon with the middle of its ink on the middle of the form, made smaller where the form cannot hold it. */
const drawIcon = (context: DrawContext, { form, radiusPx, icon, ring }: PointSymbol): void => {
  if (!icon || icon.sizePx === 0) return;
  const layout = formLayout(form).icon;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.font = fontOf(icon.sizePx, icon.family);
  const ink = context.measureText(icon.text);
  const halfWidth = (ink.actualBoundingBoxRight + ink.actualBoundingBoxLeft) / 2;
  const halfHeight = (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent) / 2;
  const reach = Math.max(1, Math.hypot(halfWidth, halfHeight), SLIM * halfWidth, SLIM * halfHeight);
  const scale = Math.min(1, (layout.reach * radiusPx) / reach);
  context.save();
  context.translate(layout.x * radiusPx, layout.y * radiusPx);
  context.scale(scale, scale);
  const left = ink.actualBoundingBoxLeft - halfWidth;
  const base = ink.actualBoundingBoxAscent - halfHeight;
  if (form === 'none') {
    context.strokeStyle = toRgba(ring.color);
    context.lineWidth = 2 * ring.widthPx;
    context.strokeText(icon.text, left, base);
  }
  context.fillStyle = toRgba(icon.color);
  context.fillText(icon.text, left, base);
  context.restore();
};

/** Tall or wide glyphs stay this much further from the edge than their diagonal asks for. */
const SLIM = 1.25;

const fontOf = (sizePx: number, family: string): string => `${sizePx}px "${family}"`;

/** The bar of a prohibition sign, over the icon. */
const drawBan = (context: DrawContext, { radiusPx, ring, icon, background }: PointSymbol): void => {
  const reach = radiusPx * Math.SQRT1_2;
  context.lineCap = 'butt';
  for (const [color, width] of [
    [background, 0.36 * radiusPx],
    [icon?.color ?? ring.color, 0.16 * radiusPx],
  ] as const) {
    context.beginPath();
    context.moveTo(-reach, -reach);
    context.lineTo(reach, reach);
    context.strokeStyle = toRgba(color);
    context.lineWidth = width;
    context.stroke();
  }
};
