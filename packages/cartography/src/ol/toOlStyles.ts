import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { toRgba } from '../color/color.ts';
import type { CreateCanvas } from '../draw/createCanvas.ts';
import type { PointBox } from '../draw/drawPoint.ts';
import { capOf } from '../draw/drawStroke.ts';
import { toCanvasPaint } from '../draw/toCanvasPaint.ts';
import type { LabelPosition } from '../style/propertyTable.ts';
import type {
  LabelSymbol,
  PointSymbol,
  StrokeSymbol,
  SymbolDescription,
  SymbolKind,
} from '../symbols/describeSymbol.ts';
import { drawSprite } from './drawSprite.ts';
import { patternStroke } from './patternStroke.ts';

export type OlStyleOptions = {
  readonly kind: SymbolKind;
  /** Device pixels per map pixel. */
  readonly pixelRatio: number;
  readonly createCanvas: CreateCanvas;
  /** `zIndex` of the layer; polygons, casings, lines and points follow each other within it. */
  readonly zIndex: number;
  readonly declutterLabels: boolean;
};

/** The styles of a symbol, and its label separately, because the caller sets its text for each object. */
export type OlStyles = {
  readonly shapes: readonly Style[];
  readonly label?: { readonly style: Style; readonly text: Text; readonly symbol: LabelSymbol };
};

/**
 * All casings of a layer lie beneath all its lines, so that crossing lines join and equal strokes are drawn in one
 * batch.
 */
const ORDER = { polygon: 0, casing: 0.2, line: 0.3, point: 0.9 } as const;

/**
 * ol places labels in descending order of `zIndex`: below all points, which labels avoid, by priority, and of equal
 * priority those of points first, then lines, then polygons.
 */
const LABEL_ORDER = { polygon: 0.4, line: 0.41, point: 0.42 } as const;
const PRIORITY_STEP = 0.03;

/** Gap between a point and its label's halo: ol counts boxes that touch as a collision. */
const LABEL_GAP_PX = 1;

export const toOlStyles = (symbol: SymbolDescription, options: OlStyleOptions): OlStyles => {
  const at = (part: keyof typeof ORDER): { zIndex: number } => ({ zIndex: options.zIndex + ORDER[part] });
  const shapes: Style[] = [];
  if (symbol.casing) shapes.push(new Style({ stroke: toOlStroke(symbol.casing), ...at('casing') }));
  if (symbol.fill || symbol.stroke) {
    const fill = symbol.fill && new Fill({ color: toCanvasPaint(symbol.fill, options) });
    const stroke = symbol.stroke && toOlStroke(symbol.stroke);
    shapes.push(new Style({ ...(fill && { fill }), ...(stroke && { stroke }), ...at(options.kind) }));
  }
  const overStroke = symbol.stroke && patternStroke(symbol.stroke, options);
  if (overStroke) shapes.push(new Style({ ...overStroke, ...at(options.kind) }));
  let box: PointBox | undefined;
  if (symbol.point) {
    const icon = toOlIcon(symbol.point, options);
    box = icon.box;
    shapes.push(new Style({ image: icon.image, ...at('point') }));
  }
  if (!symbol.label) return { shapes };
  const text = toOlText(symbol.label, options, box);
  const zIndex = options.zIndex + LABEL_ORDER[options.kind] + symbol.label.priority * PRIORITY_STEP;
  return { shapes, label: { style: new Style({ text, zIndex }), text, symbol: symbol.label } };
};

const toOlStroke = (stroke: StrokeSymbol): Stroke =>
  new Stroke({
    color: toRgba(stroke.paint.color),
    width: stroke.widthPx,
    lineJoin: 'round',
    lineCap: capOf(stroke),
    ...(stroke.dashPx && { lineDash: [...stroke.dashPx] }),
  });

/**
 * Creates the icon from a sprite, drawn once for a rule at the device's resolution, without ol's image cache, which
 * needs a DOM.
 */
const toOlIcon = (
  symbol: PointSymbol,
  { pixelRatio, createCanvas }: OlStyleOptions,
): { readonly image: Icon; readonly box: PointBox } => {
  const { canvas, box } = drawSprite(symbol, pixelRatio, createCanvas);
  const image = new Icon({
    img: canvas as unknown as HTMLCanvasElement,
    anchor: [box.left * pixelRatio, box.up * pixelRatio],
    anchorXUnits: 'pixels',
    anchorYUnits: 'pixels',
    scale: 1 / pixelRatio,
    declutterMode: 'obstacle', // labels avoid the icon, but the icon is always drawn
  });
  return { image, box };
};

const toOlText = (
  label: LabelSymbol,
  { kind, declutterLabels }: OlStyleOptions,
  box: PointBox | undefined,
): Text =>
  new Text({
    font: label.font,
    fill: new Fill({ color: toRgba(label.color) }),
    ...(label.halo.widthPx > 0 && {
      stroke: new Stroke({ color: toRgba(label.halo.color), width: label.halo.widthPx, lineJoin: 'round' }),
    }),
    declutterMode: declutterLabels ? 'declutter' : 'none',
    ...placementOf(label, kind, box),
  });

/** Width that ol adds to the right of a text for letters that lean out of it. */
const ITALICS_PX = 2;

const NO_BOX: PointBox = { left: 0, up: 0, right: 0, down: 0 };

/** Places labels along lines, or on a side of the symbol of a point or of the middle of a polygon. */
const placementOf = ({ position, offsetPx, halo }: LabelSymbol, kind: SymbolKind, box = NO_BOX) => {
  const [offsetX, offsetY] = offsetPx;
  if (kind === 'line') {
    const textBaseline = position.startsWith('bottom') ? 'top' : isAbove(position) ? 'bottom' : 'middle';
    return { placement: 'line', textBaseline, offsetY, maxAngle: Math.PI / 6 } as const;
  }
  const gapPx = halo.widthPx + LABEL_GAP_PX;
  // A label on its own point would give way to it, and never be drawn.
  const side = kind === 'point' && (position === 'auto' || position === 'center') ? 'bottom' : position;
  const across = side.endsWith('left')
    ? -(box.left + gapPx + ITALICS_PX)
    : side.endsWith('right')
      ? box.right + gapPx
      : 0;
  const down = side.startsWith('top') ? -(box.up + gapPx) : side.startsWith('bottom') ? box.down + gapPx : 0;
  return {
    textAlign: across < 0 ? 'right' : across > 0 ? 'left' : 'center',
    textBaseline: down < 0 ? 'bottom' : down > 0 ? 'top' : 'middle',
    offsetX: offsetX + across,
    offsetY: offsetY + down,
  } as const;
};

const isAbove = (position: LabelPosition): boolean => position === 'auto' || position.startsWith('top');
