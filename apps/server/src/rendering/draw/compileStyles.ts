import { createCanvas } from '@napi-rs/canvas';
import {
  compileStyle,
  parseGeomStyle,
  type StrokeSymbol,
  type SymbolKind,
  thinSymbol,
} from '@pgis/cartography';
import { drawSprite, type OlStyles, toOlStyles } from '@pgis/cartography/ol';
import type { ObjectData } from '@pgis/conditions';
import type Fill from 'ol/style/Fill.js';
import type Stroke from 'ol/style/Stroke.js';
import type Style from 'ol/style/Style.js';
import type { ImageJob } from '../job/ImageJob.ts';
import { isPlainSymbol, type PlainKind } from '../job/plainSymbols.ts';
import type { PlainStroke } from '../raster/lines/PlainStroke.ts';
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

/** The style of one rule, in one size, for one kind of geometry; compiled once for all its objects. */
export interface CompiledStyle {
  readonly casing: CompiledShape | undefined;
  readonly shapes: readonly CompiledShape[];
  readonly sprite: ReturnType<typeof drawSprite> | undefined;
  readonly label: OlStyles['label'];
  /** Colours and strokes for the rasterizers; undefined for points, and where fill or stroke need a canvas. */
  readonly plain: PlainSymbol | undefined;
}

export interface PlainSymbol {
  readonly fill: Paint | undefined;
  /** A casing is drawn below lines only. */
  readonly casing: PlainStroke | undefined;
  readonly stroke: PlainStroke | undefined;
}

export interface CompiledStyles {
  /** Returns the style of the rule that matches the object's data, in the size of its number. */
  find(kind: SymbolKind, data: ObjectData | undefined): CompiledStyle;
  /** True when `PixelRaster` can draw the polygons of all rules. */
  readonly arePolygonsPlain: boolean;
  /** True when `drawPlainLines` can draw the lines of all rules. */
  readonly areLinesPlain: boolean;
}

export function compileStyles({ geomStyle, pixelRatio, zIndex, thinning }: ImageJob): CompiledStyles {
  const { style } = parseGeomStyle(geomStyle);
  const compiled = compileStyle(style);
  const cache = { point: [], line: [], polygon: [] } as Record<SymbolKind, CompiledStyle[]>;
  const symbolOf = (index: number, kind: SymbolKind) => thinSymbol(compiled.symbolOf(index, kind), thinning);
  const compileSymbol = (index: number, kind: SymbolKind): CompiledStyle => {
    const symbol = symbolOf(index, kind);
    const ol = toOlStyles(symbol, { kind, pixelRatio, createCanvas, zIndex, declutterLabels: true });
    const shapes = symbol.point ? [] : ol.shapes.map((one) => toShape(one, pixelRatio));
    const toPlainStroke = (stroke: StrokeSymbol): PlainStroke => ({
      paint: toPaint(stroke.paint.color),
      halfPx: (stroke.widthPx * pixelRatio) / 2,
    });
    return {
      casing: symbol.casing && shapes[0],
      shapes: symbol.casing ? shapes.slice(1) : shapes,
      sprite: symbol.point && drawSprite(symbol.point, pixelRatio, createCanvas),
      label: ol.label,
      plain:
        kind !== 'point' && isPlainSymbol(symbol, kind)
          ? {
              fill: toVisiblePaint(symbol.fill?.color),
              casing: symbol.casing && toPlainStroke(symbol.casing),
              stroke: symbol.stroke && toPlainStroke(symbol.stroke),
            }
          : undefined,
    };
  };
  const styleOf = (index: number, kind: SymbolKind) => {
    cache[kind][index] ??= compileSymbol(index, kind);
    return cache[kind][index];
  };
  const arePlain = (kind: PlainKind) =>
    compiled.outerSymbols.every((index) => isPlainSymbol(symbolOf(index, kind), kind));
  return {
    find: (kind, data) => styleOf(compiled.chooseSymbol(data, kind), kind),
    arePolygonsPlain: arePlain('polygon'),
    areLinesPlain: arePlain('line'),
  };
}

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
