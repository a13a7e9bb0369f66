import { zoomFromResolution } from '@pgis/geo';
import type { Rgba } from '../color/color.ts';
import { fadeColor, lerpColors, parseColor } from '../color/color.ts';
import type { Icon } from '../icons/findIcon.ts';
import { findIcon } from '../icons/findIcon.ts';
import type {
  GeomStyle,
  LabelPosition,
  PatternName,
  PointForm,
  StyleValues,
} from '../style/propertyTable.ts';
import { STYLE_DEFAULTS, STYLE_PROPERTIES } from '../style/propertyTable.ts';
import { resolveStyle } from '../style/resolveStyle.ts';

export type SymbolKind = 'point' | 'line' | 'polygon';

/** A named pattern over a fill or a line, with its own colour. */
export type PatternPaint = { readonly name: Exclude<PatternName, 'none'>; readonly color: Rgba };

/** A plain colour and the pattern over it. */
export type Paint = { readonly color: Rgba; readonly pattern?: PatternPaint };

export type StrokeSymbol = {
  readonly paint: Paint;
  readonly widthPx: number;
  readonly dashPx?: readonly number[];
};

export type PointSymbol = {
  /** `none` draws the icon alone, or a dot when there is no icon. */
  readonly form: PointForm;
  readonly radiusPx: number;
  readonly background: Rgba;
  /** Colour at the top left of a gradient that ends in `background`. */
  readonly gradientFrom?: Rgba;
  readonly ring: { readonly color: Rgba; readonly widthPx: number };
  readonly icon?: Icon & { readonly color: Rgba; readonly sizePx: number };
  /** Clockwise rotation about the position of the point. */
  readonly rotationRad: number;
};

export type LabelSymbol = {
  readonly color: Rgba;
  readonly sizePx: number;
  /** A CSS font: size, then families. */
  readonly font: string;
  readonly halo: { readonly color: Rgba; readonly widthPx: number };
  readonly position: LabelPosition;
  /** Offset to the right and down. */
  readonly offsetPx: readonly [number, number];
  /** Labels with a higher number are placed first. */
  readonly priority: number;
  /** Zoom levels at which the label is drawn, both included. */
  readonly zooms: readonly [min: number, max: number];
};

/** Everything that drawing needs, as plain data: one for each rule and geometry kind, whatever draws it. */
export type SymbolDescription = {
  readonly fill?: Paint;
  /** Drawn beneath the stroke, one pixel wider on each side. */
  readonly casing?: StrokeSymbol;
  readonly stroke?: StrokeSymbol;
  readonly point?: PointSymbol;
  /** Missing when labels are off; each object brings its own text. */
  readonly label?: LabelSymbol;
};

const WHITE: Rgba = [255, 255, 255, 1];
/** Dash and gap of STYLE-19. */
export const DASH_PX: readonly number[] = [8, 8];
export const LINE_CASING_PX = 1;
export const POINT_RING_PX = 1.5;
const GRADIENT_SHARE = 0.55;
const DOT_SHARE = 1 / 3;
/** Fallbacks of the label font: metric-compatible and common fonts with Latvian and Cyrillic. */
const LABEL_FALLBACKS = '"Liberation Sans", "Noto Sans", "Helvetica Neue", sans-serif';

/** Describes the symbol of a GeomStyle for one geometry kind, with all sizes clamped to their bounds. */
export const describeSymbol = (
  style: GeomStyle,
  { kind, label = true }: { readonly kind: SymbolKind; readonly label?: boolean },
): SymbolDescription => {
  const values = resolveStyle(style);
  const text = label ? describeLabel(values) : undefined;
  return { ...describeKind(values, kind), ...(text && { label: text }) };
};

const describeKind = (values: StyleValues, kind: SymbolKind): SymbolDescription => {
  if (kind === 'point') return { point: describePoint(values) };
  const stroke = describeStroke(values);
  if (kind === 'polygon') return { fill: describeFill(values), ...(stroke && { stroke }) };
  return stroke ? { casing: casingOf(stroke), stroke } : {};
};

type ColorName = {
  [Name in keyof StyleValues]: (typeof STYLE_PROPERTIES)[Name]['type'] extends 'color' ? Name : never;
}[keyof StyleValues];
type NumberName = {
  [Name in keyof StyleValues]: (typeof STYLE_PROPERTIES)[Name]['type'] extends 'number' ? Name : never;
}[keyof StyleValues];

const colorOf = (values: StyleValues, name: ColorName): Rgba =>
  parseColor(values[name]) ?? (parseColor(STYLE_DEFAULTS[name]) as Rgba);

/** Returns a number of a style within its bounds. */
export const numberOf = (values: StyleValues, name: NumberName): number => {
  const { min, max } = STYLE_PROPERTIES[name];
  return Math.min(max, Math.max(min, values[name]));
};

const patternOf = (name: PatternName | '', color: Rgba): { pattern?: PatternPaint } =>
  name === '' || name === 'none' ? {} : { pattern: { name, color } };

const describeFill = (values: StyleValues): Paint => ({
  color: colorOf(values, 'fillColor'),
  ...patternOf(values.fillPattern, colorOf(values, 'fillPatternColor')),
});

const describeStroke = (values: StyleValues): StrokeSymbol | undefined => {
  const widthPx = numberOf(values, 'lineWidth');
  if (widthPx === 0) return undefined;
  const alpha = numberOf(values, 'lineTransparency');
  const paint = {
    color: fadeColor(colorOf(values, 'lineColor'), alpha),
    ...patternOf(values.strokePattern, fadeColor(colorOf(values, 'linePatternColor'), alpha)),
  };
  return { paint, widthPx, ...(values.lineStyle === 'dashed' && { dashPx: DASH_PX }) };
};

/**
 * A white casing of the whole line that fades with it. It fills the gaps of a dashed line too, which keeps it one
 * line.
 */
const casingOf = ({ paint, widthPx }: StrokeSymbol): StrokeSymbol => ({
  paint: { color: fadeColor(WHITE, paint.color[3]) },
  widthPx: widthPx + 2 * LINE_CASING_PX,
});

const describePoint = (values: StyleValues): PointSymbol => {
  const icon = findIcon(values.pointIcon);
  const color = colorOf(values, 'pointColor');
  const isDot = values.pointForm === 'none' && !icon;
  const background = isDot ? color : colorOf(values, 'pointBgColor');
  return {
    form: values.pointForm,
    radiusPx: numberOf(values, 'pointRadius') * (isDot ? DOT_SHARE : 1),
    background,
    ...(values.pointGradient && { gradientFrom: lerpColors(background, WHITE, GRADIENT_SHARE) }),
    ring: { color: WHITE, widthPx: POINT_RING_PX },
    ...(icon && { icon: { ...icon, color, sizePx: numberOf(values, 'pointSize') } }),
    rotationRad: ((values.pointRotation % 360) * Math.PI) / 180,
  };
};

const describeLabel = (values: StyleValues): LabelSymbol | undefined => {
  const sizePx = numberOf(values, 'labelSize');
  if (!values.labelEnabled || sizePx === 0) return undefined;
  const family = values.labelFont.replace(/[^\p{L}\p{N} _-]/gu, '').trim();
  return {
    color: colorOf(values, 'labelColor'),
    sizePx,
    font: `${sizePx}px ${family === '' ? '' : `"${family}", `}${LABEL_FALLBACKS}`,
    halo: { color: colorOf(values, 'labelHaloColor'), widthPx: numberOf(values, 'labelHaloWidth') },
    position: values.labelPosition,
    offsetPx: [numberOf(values, 'labelOffsetX'), numberOf(values, 'labelOffsetY')],
    priority: numberOf(values, 'labelPriority'),
    zooms: [numberOf(values, 'labelMinZoom'), numberOf(values, 'labelMaxZoom')],
  };
};

/** True when a label is drawn on a map with this resolution, in metres of EPSG:3857 per CSS pixel. */
export const isLabelAtResolution = ({ zooms: [min, max] }: LabelSymbol, resolution: number): boolean => {
  const zoom = zoomFromResolution(resolution);
  return zoom >= min && zoom <= max;
};
