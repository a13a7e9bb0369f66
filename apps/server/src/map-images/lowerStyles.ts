import { createCanvas } from '@napi-rs/canvas';
import {
  compileStyle,
  type ObjectData,
  parseGeomStyle,
  type SymbolDescription,
  type SymbolKind,
} from '@pgis/cartography';
import { drawSprite, type OlStyles, toOlStyles } from '@pgis/cartography/ol';
import type Fill from 'ol/style/Fill.js';
import type Stroke from 'ol/style/Stroke.js';
import type Style from 'ol/style/Style.js';
import type { ImageJob } from './ImageJob.ts';
import { type Color, type Paint, toPaint } from './pixelPaint.ts';

/** A stroke in pixels of the image, as a canvas takes it. */
export interface LoweredStroke {
  readonly color: string;
  readonly widthPx: number;
  readonly cap: CanvasLineCap;
  readonly dashPx: number[];
}

/** Strokes and fills of lines and polygons that are drawn one after the other. */
export interface LoweredShape {
  readonly fill: string | CanvasPattern | undefined;
  readonly stroke: LoweredStroke | undefined;
  /** Of a line with a pattern. */
  readonly renderer: ReturnType<Style['getRenderer']>;
}

/** What one rule draws for one kind of geometry: made once, however many objects it is for. */
export interface LoweredStyle {
  readonly casing: LoweredShape | undefined;
  readonly shapes: readonly LoweredShape[];
  readonly sprite: ReturnType<typeof drawSprite> | undefined;
  readonly label: OlStyles['label'];
  /** Where fill and stroke are plain and thin: their colours, for drawing on pixels. */
  readonly plain: PlainLook | undefined;
}

export interface PlainLook {
  readonly fill: Paint | undefined;
  readonly stroke: { readonly paint: Paint; readonly halfPx: number } | undefined;
}

export interface LoweredStyles {
  /** The style of an object by its data. */
  find(kind: SymbolKind, data: ObjectData | undefined): LoweredStyle;
  /** Whether every polygon can be drawn on pixels. */
  readonly arePolygonsPlain: boolean;
}

/** In CSS pixels. Wider strokes overlap themselves in ways that show: those are drawn by the canvas. */
const WIDEST_PLAIN_PX = 2;

export function lowerStyles({ geomStyle, pixelRatio, zIndex }: ImageJob): LoweredStyles {
  const { style } = parseGeomStyle(geomStyle);
  const compiled = compileStyle(style);
  const lowered = { point: [], line: [], polygon: [] } as Record<SymbolKind, LoweredStyle[]>;
  const lower = (rule: number, kind: SymbolKind): LoweredStyle => {
    const symbol = compiled.symbolOf(rule, kind);
    const ol = toOlStyles(symbol, { kind, pixelRatio, createCanvas, zIndex, declutterLabels: true });
    const shapes = symbol.point ? [] : ol.shapes.map((one) => toShape(one, pixelRatio));
    const widthPx = (symbol.stroke?.widthPx ?? 0) * pixelRatio;
    const isPlain = kind === 'polygon' && hasPlainLook(symbol);
    return {
      casing: symbol.casing && shapes[0],
      shapes: symbol.casing ? shapes.slice(1) : shapes,
      sprite: symbol.point && drawSprite(symbol.point, pixelRatio, createCanvas),
      label: ol.label,
      plain: isPlain
        ? {
            fill: toSeenPaint(symbol.fill?.color),
            stroke: symbol.stroke && { paint: toPaint(symbol.stroke.paint.color), halfPx: widthPx / 2 },
          }
        : undefined,
    };
  };
  const styleOf = (rule: number, kind: SymbolKind) => {
    const known = lowered[kind][rule];
    if (known) return known;
    const made = lower(rule, kind);
    lowered[kind][rule] = made;
    return made;
  };
  return {
    find: (kind, data) => styleOf(compiled.chooseRule(data), kind),
    arePolygonsPlain: compiled.rules.every((_, rule) => hasPlainLook(compiled.symbolOf(rule, 'polygon'))),
  };
}

const hasPlainLook = ({ fill, stroke }: SymbolDescription): boolean =>
  !fill?.pattern && !stroke?.paint.pattern && !stroke?.dashPx && (stroke?.widthPx ?? 0) <= WIDEST_PLAIN_PX;

const toSeenPaint = (color: Color | undefined) => (color && color[3] > 0 ? toPaint(color) : undefined);

function toShape(style: Style, pixelRatio: number): LoweredShape {
  const stroke = style.getStroke();
  return {
    fill: style.getFill()?.getColor() as ReturnType<Fill['getColor']> & (string | CanvasPattern | undefined),
    stroke: stroke ? toStroke(stroke, pixelRatio) : undefined,
    renderer: style.getRenderer(),
  };
}

const toStroke = (stroke: Stroke, pixelRatio: number): LoweredStroke => ({
  color: stroke.getColor() as string,
  widthPx: (stroke.getWidth() ?? 1) * pixelRatio,
  cap: stroke.getLineCap() ?? 'round',
  dashPx: (stroke.getLineDash() ?? []).map((length) => length * pixelRatio),
});
