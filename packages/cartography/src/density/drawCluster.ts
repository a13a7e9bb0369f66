import { type Rgba, toRgba } from '../color/color.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { describeSymbol } from '../symbols/describeSymbol.ts';
import { typicalStyle } from '../symbols/drawnStyles.ts';
import { CLUSTER_RIM_PX, clusterRadiusPx, clusterText } from './clusters.ts';

const FONT = 'Arial, "Liberation Sans", "Noto Sans", sans-serif';
const TEXT_PX = 13;
const DARK: Rgba = [10, 16, 20, 1];
const WHITE: Rgba = [255, 255, 255, 1];
/** Relative luminance (WCAG) above which dark text has the stronger contrast. */
const LIGHT_LUMINANCE = 0.19;

/** Returns the colour that the points of a layer have most of. */
export const clusterColor = (style: GeomStyle): Rgba => {
  const { point } = describeSymbol(typicalStyle(style), { kind: 'point' });
  if (!point) return DARK;
  const [red, green, blue] = point.icon && point.form === 'none' ? point.icon.color : point.background;
  return [red, green, blue, 1];
};

/** Draws the circle of a cluster with its count, at a position of the context. */
export const drawCluster = (
  context: CanvasRenderingContext2D,
  { x, y, count }: { readonly x: number; readonly y: number; readonly count: number },
  color: Rgba,
): void => {
  const radius = clusterRadiusPx(count);
  context.save();
  context.beginPath();
  context.arc(x, y, radius + CLUSTER_RIM_PX, 0, 2 * Math.PI);
  context.fillStyle = toRgba(WHITE);
  context.fill();
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fillStyle = toRgba(color);
  context.fill();
  context.font = `${TEXT_PX}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'alphabetic';
  context.fillStyle = toRgba(luminance(color) > LIGHT_LUMINANCE ? DARK : WHITE);
  const text = clusterText(count);
  const { actualBoundingBoxAscent: ascent, actualBoundingBoxDescent: descent } = context.measureText(text);
  context.fillText(text, x, y + (ascent - descent) / 2);
  context.restore();
};

const luminance = ([red, green, blue]: Rgba): number => {
  const linear = (channel: number) =>
    channel <= 10.31 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4;
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};
