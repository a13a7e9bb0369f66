import type { ObjectData } from '@pgis/conditions';
import { findGeometryKind } from '@pgis/geo';
import type { FeatureLike } from 'ol/Feature.js';
import type Style from 'ol/style/Style.js';
import { type Thinning, thinSymbol } from '../density/thinning.ts';
import type { CreateCanvas } from '../draw/createCanvas.ts';
import { createBrowserCanvas } from '../draw/createCanvas.ts';
import type { GeomStyle } from '../style/propertyTable.ts';
import { compileStyle } from '../symbols/compileStyle.ts';
import type { SymbolDescription, SymbolKind } from '../symbols/describeSymbol.ts';
import { isLabelAtResolution } from '../symbols/describeSymbol.ts';
import type { OlStyles } from './toOlStyles.ts';
import { toOlStyles } from './toOlStyles.ts';

export type StyleFunctionOptions = {
  /** Device pixels per map pixel; 1 when missing. */
  readonly pixelRatio?: number;
  /** Creates the canvases of sprites and pattern tiles; canvas elements when missing. */
  readonly createCanvas?: CreateCanvas;
  /**
   * Leaves out labels that collide with another label or a point; true when missing. The layer must declutter too.
   */
  readonly declutterLabels?: boolean;
  /** `zIndex` of the layer; 0 when missing. */
  readonly zIndex?: number;
  /** Enlarges the symbol on all sides, for a hovered object; 0 when missing. */
  readonly growPx?: number;
  /** Thins symbols where the objects of the layer crowd; undefined draws as specified. */
  readonly thinning?: Thinning | undefined;
  /** Returns the attributes that rules refer to; the feature's `data` when missing. */
  readonly dataOf?: (feature: FeatureLike) => ObjectData | null | undefined;
  /** Returns the label; the feature's `objectMapLabel` when missing. */
  readonly labelOf?: (feature: FeatureLike) => string | null | undefined;
};

/**
 * Style function that ol's vector layers and renderers call for each feature, with the metres of EPSG:3857 per CSS pixel;
 * undefined draws nothing.
 */
export type LayerStyleFunction = (feature: FeatureLike, resolution: number) => Style[] | undefined;

type SymbolStyles = { readonly plain: Style[]; readonly labelled: Style[]; readonly ol: OlStyles };

/**
 * Creates the ol style function of a layer, the same in the browser and in server images. Styles are created once for
 * each rule, size and geometry kind and reused; each call changes the text of the label, so a result is valid until the
 * next call (ol's renderers read it at once). Load icon fonts first: a sprite keeps the glyphs it was drawn with.
 */
export const createStyleFunction = (
  style: GeomStyle,
  options: StyleFunctionOptions = {},
): LayerStyleFunction => {
  const compiled = compileStyle(style);
  const dataOf = options.dataOf ?? ((feature) => feature.get('data') as ObjectData | undefined);
  const labelOf = options.labelOf ?? ((feature) => feature.get('objectMapLabel') as string | undefined);
  const byKind: Record<SymbolKind, (SymbolStyles | undefined)[]> = { point: [], line: [], polygon: [] };

  const stylesOf = (index: number, kind: SymbolKind): SymbolStyles => {
    const known = byKind[kind][index];
    if (known) return known;
    const symbol = thinSymbol(compiled.symbolOf(index, kind), options.thinning);
    const made = makeStyles(grow(symbol, options.growPx ?? 0), kind, options);
    byKind[kind][index] = made;
    return made;
  };

  return (feature, resolution) => {
    const kind = findGeometryKind(feature.getGeometry()?.getType() ?? '');
    if (!kind) return undefined;
    const { plain, labelled, ol } = stylesOf(compiled.chooseSymbol(dataOf(feature), kind), kind);
    if (!ol.label || !isLabelAtResolution(ol.label.symbol, resolution)) return plain;
    const label = labelOf(feature);
    if (!label) return plain;
    ol.label.text.setText(label);
    return labelled;
  };
};

const makeStyles = (
  symbol: SymbolDescription,
  kind: SymbolKind,
  options: StyleFunctionOptions,
): SymbolStyles => {
  const ol = toOlStyles(symbol, {
    kind,
    pixelRatio: options.pixelRatio ?? 1,
    createCanvas: options.createCanvas ?? createBrowserCanvas,
    zIndex: options.zIndex ?? 0,
    declutterLabels: options.declutterLabels ?? true,
  });
  const plain = [...ol.shapes];
  return { plain, labelled: ol.label ? [...plain, ol.label.style] : plain, ol };
};

/** Widens every stroke by `px` on each side and enlarges points by `px`. */
const grow = (symbol: SymbolDescription, px: number): SymbolDescription => {
  if (px === 0) return symbol;
  const widen = <T extends { readonly widthPx: number }>(stroke: T): T => ({
    ...stroke,
    widthPx: stroke.widthPx + 2 * px,
  });
  const { casing, stroke, point } = symbol;
  return {
    ...symbol,
    ...(casing && { casing: widen(casing) }),
    ...(stroke && { stroke: widen(stroke) }),
    ...(point && {
      point: {
        ...point,
        radiusPx: point.radiusPx + px,
        ...(point.icon && { icon: { ...point.icon, sizePx: point.icon.sizePx + px } }),
      },
    }),
  };
};
