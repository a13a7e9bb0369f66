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
import type { ImageJob } from '../job/ImageJob.ts';
import { type Color, type Paint, toPaint } from '../raster/pixelPaint.ts';

/** A stroke in the terms of a canvas, lengths in image pixels. */
export interface CompiledStroke {
  readonly color: string;
  readonly widthPx: number;
  readonly cap: CanvasLineCap;
  readonly dashPx: number[];
}

/** Fill and stroke of lines or polygons, drawn in this order. */
export interface CompiledShape {
  readonly fill: string | CanvasPattern | undefined;
  readonly stroke: CompiledStroke | undefined;
  /** Draws the symbols of a stroke pattern along the line. */
  readonly renderer: ReturnType<Style['getRenderer']>;
}

/** The style of one rule for one kind of geometry, compiled once for all its objects. */
export interface CompiledStyle {
  readonly casing: CompiledShape | undefined;
  readonly shapes: readonly CompiledShape[];
  readonly sprite: ReturnType<typeof drawSprite> | undefined;
  readonly label: OlStyles['label'];
  /** Colours for `PixelRaster`; undefined where fill or stroke need a canvas. */
  readonly plain: PlainSymbol | undefined;
}

export interface PlainSymbol {
  readonly fill: Paint | undefined;
  readonly stroke: { readonly paint: Paint; readonly halfPx: number } | undefined;
}

export interface CompiledStyles {
  /** Returns the style of the rule that matches the object's data. */
  find(kind: SymbolKind, data: ObjectData | undefined): CompiledStyle;
  /** True when `PixelRaster` can draw the polygons of all rules. */
  readonly arePolygonsPlain: boolean;
}

/** CSS pixels. Wider strokes visibly overlap themselves at corners: the canvas draws them. */
const MAX_PLAIN_PX = 2;

export function compileStyles({ geomStyle, pixelRatio, zIndex }: ImageJob): CompiledStyles {
  const { style } = parseGeomStyle(geomStyle);
  const compiled = compileStyle(style);
  const cache = { point: [], line: [], polygon: [] } as Record<SymbolKind, CompiledStyle[]>;
  const compileRule = (rule: number, kind: SymbolKind): CompiledStyle => {
    const symbol = compiled.symbolOf(rule, kind);
    const ol = toOlStyles(symbol, { kind, pixelRatio, createCanvas, zIndex, declutterLabels: true });
    const shapes = symbol.point ? [] : ol.shapes.map((one) => toShape(one, pixelRatio));
    const widthPx = (symbol.stroke?.widthPx ?? 0) * pixelRatio;
    const isPlain = kind === 'polygon' && isPlainSymbol(symbol);
    return {
      casing: symbol.casing && shapes[0],
      shapes: symbol.casing ? shapes.slice(1) : shapes,
      sprite: symbol.point && drawSprite(symbol.point, pixelRatio, createCanvas),
      label: ol.label,
      plain: isPlain
        ? {
            fill: toVisiblePaint(symbol.fill?.color),
            stroke: symbol.stroke && { paint: toPaint(symbol.stroke.paint.color), halfPx: widthPx / 2 },
          }
        : undefined,
    };
  };
  const styleOf = (rule: number, kind: SymbolKind) => {
    cache[kind][rule] ??= compileRule(rule, kind);
    return cache[kind][rule];
  };
  return {
    find: (kind, data) => styleOf(compiled.chooseRule(data), kind),
    arePolygonsPlain: compiled.rules.every((_, rule) => isPlainSymbol(compiled.symbolOf(rule, 'polygon'))),
  };
}

const isPlainSymbol = ({ fill, stroke }: SymbolDescription): boolean =>
  !fill?.pattern && !stroke?.paint.pattern && !stroke?.dashPx && (stroke?.widthPx ?? 0) <= MAX_PLAIN_PX;

const toVisiblePaint = (color: Color | undefined) => (color && color[3] > 0 ? toPaint(color) : undefined);

function toShape(style: Style, pixelRatio: number): CompiledShape {
  const stroke = style.getStroke();
  return {
    fill: style.getFill()?.getColor() as ReturnType<Fill['getColor']> & (string | CanvasPattern | undefined),
    stroke: stroke ? toStroke(stroke, pixelRatio) : undefined,
    renderer: style.getRenderer(),
  };
}

const toStroke = (stroke: Stroke, pixelRatio: number): CompiledStroke => ({
  color: stroke.getColor() as string,
  widthPx: (stroke.getWidth() ?? 1) * pixelRatio,
  cap: stroke.getLineCap() ?? 'round',
  dashPx: (stroke.getLineDash() ?? []).map((length) => length * pixelRatio),
});
