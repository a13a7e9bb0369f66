import { resolutionFromZoom } from '@pgis/geo';
import { fadeColor, type Rgba } from '../color/color.ts';
import type { PointSymbol, StrokeSymbol, SymbolDescription } from '../symbols/describeSymbol.ts';

/** Distance between neighbouring objects of a layer, in metres of EPSG:3857: one measure for the whole layer, never for a view. */
export interface LayerSpacing {
  /** Distance between points where the layer is crowded; null for a layer with few points or none. */
  readonly pointM: number | null;
  /** Side of its smaller polygons; null for a layer without polygons. */
  readonly polygonM: number | null;
}

/** Steps of the thinning of a layer at a zoom: 0 draws as specified, 4 draws the least. */
export interface Thinning {
  readonly point: number;
  readonly polygon: number;
}

/** Layers with fewer points keep their symbols, however close these lie: their icons are what the user looks for. */
export const MIN_THINNED_POINTS = 301;

interface PointStep {
  /** Distance between points below which the step begins. */
  readonly belowPx: number;
  readonly radiusPx: number;
  readonly ringPx: number;
  readonly alpha: number;
}

const POINT_STEPS: readonly PointStep[] = [
  { belowPx: 28, radiusPx: 5, ringPx: 1.25, alpha: 1 },
  { belowPx: 14, radiusPx: 3.2, ringPx: 0.75, alpha: 1 },
  { belowPx: 8, radiusPx: 2, ringPx: 0, alpha: 0.8 },
  { belowPx: 4, radiusPx: 1.2, ringPx: 0, alpha: 0.55 },
];

interface OutlineStep {
  /** Side of polygons below which the step begins. */
  readonly belowPx: number;
  readonly widthPx: number;
  readonly alpha: number;
}

const OUTLINE_STEPS: readonly OutlineStep[] = [
  { belowPx: 24, widthPx: 1, alpha: 0.8 },
  { belowPx: 12, widthPx: 0.6, alpha: 0.5 },
  { belowPx: 6, widthPx: 0.4, alpha: 0.35 },
  { belowPx: 4, widthPx: 0, alpha: 0 },
];

/** Strongest fill of polygons that are too small for an outline. */
const SMALL_FILL_ALPHA = 0.3;

const stepOf = (
  spacingM: number | null,
  zoom: number,
  steps: readonly { readonly belowPx: number }[],
): number =>
  spacingM === null ? 0 : steps.filter(({ belowPx }) => spacingM / resolutionFromZoom(zoom) < belowPx).length;

/** Returns how a layer is thinned at a whole zoom; undefined where it is drawn as specified. */
export const thinningAt = ({ pointM, polygonM }: LayerSpacing, zoom: number): Thinning | undefined => {
  const point = stepOf(pointM, zoom, POINT_STEPS);
  const polygon = stepOf(polygonM, zoom, OUTLINE_STEPS);
  return point === 0 && polygon === 0 ? undefined : { point, polygon };
};

/** Thins the symbol of one rule and kind; lines and labels stay as specified. */
export const thinSymbol = (symbol: SymbolDescription, thinning: Thinning | undefined): SymbolDescription => {
  const pointStep = POINT_STEPS[(thinning?.point ?? 0) - 1];
  const outlineStep = OUTLINE_STEPS[(thinning?.polygon ?? 0) - 1];
  if (symbol.point) return pointStep ? { ...symbol, point: thinPoint(symbol.point, pointStep) } : symbol;
  return symbol.fill && outlineStep ? thinPolygon(symbol, outlineStep) : symbol;
};

/** A dot in the colour that the symbol has most of; never larger than the symbol. */
const thinPoint = (
  { form, radiusPx, background, ring, icon }: PointSymbol,
  step: PointStep,
): PointSymbol => ({
  form: 'circle',
  radiusPx: Math.min(icon && form === 'none' ? icon.sizePx / 2 : radiusPx, step.radiusPx),
  background: fadeColor(icon && form === 'none' ? icon.color : background, step.alpha),
  ring: { color: ring.color, widthPx: step.ringPx },
  rotationRad: 0,
});

const thinPolygon = (symbol: SymbolDescription, { widthPx, alpha }: OutlineStep): SymbolDescription => {
  const { fill, stroke, ...rest } = symbol;
  if (!fill || widthPx === 0) return { ...rest, ...(fill && { fill: smallFill(fill, stroke) }) };
  if (!stroke) return symbol;
  const paint = { color: fadeColor(stroke.paint.color, alpha) };
  return { ...rest, fill, stroke: { paint, widthPx: Math.min(stroke.widthPx, widthPx) } };
};

/** A polygon that is an outline only would disappear with it, so its area takes the colour of the outline. */
const smallFill = (
  fill: NonNullable<SymbolDescription['fill']>,
  stroke: StrokeSymbol | undefined,
): NonNullable<SymbolDescription['fill']> => {
  const isOutlineOnly = fill.color[3] === 0 && !fill.pattern && stroke !== undefined;
  return { ...fill, color: weaken(isOutlineOnly ? stroke.paint.color : fill.color) };
};

const weaken = ([red, green, blue, alpha]: Rgba): Rgba => [
  red,
  green,
  blue,
  Math.min(alpha, SMALL_FILL_ALPHA),
];
