import { toRgba } from '../color/color.ts';
import type { PointSymbol } from '../symbols/describeSymbol.ts';
import { formLayout, formPath } from './formPath.ts';
import { tracePath } from './path.ts';

/** 2D context of a browser or of a canvas library on Node. */
export type DrawContext = CanvasRenderingContext2D;

/**
 * Draws a point symbol at a position of the context: ring, background, icon. Pins (poi, bubble, marker, coma) have
 * their tip at the position, all other forms their centre.
 */
export const drawPoint = (
  context: DrawContext,
  symbol: PointSymbol,
  [x, y]: readonly [number, number],
): void => {
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

/** Bounding box of a point symbol, in whole pixels from its position. */
export type PointBox = {
  readonly left: number;
  readonly up: number;
  readonly right: number;
  readonly down: number;
};

/** Largest width and height of a glyph of the icon fonts, as a multiple of its font size. */
const MAX_GLYPH_SIZE = 1.3;

export const pointBox = ({ form, radiusPx, ring, icon, rotationRad }: PointSymbol): PointBox => {
  const isIconAlone = form === 'none' && icon;
  const halfSize = (isIconAlone ? (icon.sizePx * MAX_GLYPH_SIZE) / 2 : radiusPx) + ring.widthPx;
  const below = isIconAlone ? 0 : formLayout(form).anchorY * radiusPx;
  const diagonal = Math.hypot(halfSize, halfSize + below);
  const [side, up, down] =
    rotationRad === 0 ? [halfSize, halfSize + below, halfSize - below] : [diagonal, diagonal, diagonal];
  const edge = (distance: number): number => Math.ceil(distance) + 1; // + 1 for anti-aliased edges
  return { left: edge(side), up: edge(up), right: edge(side), down: edge(down) };
};

const drawForm = (
  context: DrawContext,
  { form, radiusPx, background, gradientFrom, ring }: PointSymbol,
): void => {
  tracePath(context, formPath(form, radiusPx));
  if (ring.widthPx > 0) {
    context.strokeStyle = toRgba(ring.color);
    context.lineWidth = 2 * ring.widthPx; // the inner half is covered by the fill
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

/**
 * Draws the icon with the centre of its ink at the centre of the form, scaled down where the form is too small.
 */
const drawIcon = (context: DrawContext, { form, radiusPx, icon, ring }: PointSymbol): void => {
  if (!icon || icon.sizePx === 0) return;
  const layout = formLayout(form).icon;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.font = fontOf(icon.sizePx, icon.family);
  const ink = context.measureText(icon.text);
  const halfWidth = (ink.actualBoundingBoxRight + ink.actualBoundingBoxLeft) / 2;
  const halfHeight = (ink.actualBoundingBoxAscent + ink.actualBoundingBoxDescent) / 2;
  const inkRadius = Math.max(
    1,
    Math.hypot(halfWidth, halfHeight),
    NARROW_GLYPH_FACTOR * halfWidth,
    NARROW_GLYPH_FACTOR * halfHeight,
  );
  const scale = Math.min(1, (layout.radius * radiusPx) / inkRadius);
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

/** Factor that keeps tall or wide glyphs further from the edge than their diagonal requires. */
const NARROW_GLYPH_FACTOR = 1.25;

const fontOf = (sizePx: number, family: string): string => `${sizePx}px "${family}"`;

/** Draws the bar of a prohibition sign over the icon. */
const drawBan = (context: DrawContext, { radiusPx, ring, icon, background }: PointSymbol): void => {
  const halfBar = radiusPx * Math.SQRT1_2;
  context.lineCap = 'butt';
  for (const [color, width] of [
    [background, 0.36 * radiusPx],
    [icon?.color ?? ring.color, 0.16 * radiusPx],
  ] as const) {
    context.beginPath();
    context.moveTo(-halfBar, -halfBar);
    context.lineTo(halfBar, halfBar);
    context.strokeStyle = toRgba(color);
    context.lineWidth = width;
    context.stroke();
  }
};
