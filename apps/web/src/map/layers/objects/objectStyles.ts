import {
  compileRuleFinder,
  type GeomStyle,
  loadConditionTests,
  parseGeomStyle,
  type RuleFinder,
  type Thinning,
} from '@pgis/cartography';
import { createStyleFunction, type LayerStyleFunction } from '@pgis/cartography/ol';
import type { LoadReply } from '@pgis/contract';
import { hasIconFonts, loadIconFonts } from '../../view/iconFonts.ts';
import { findRecord } from './toOlFeature.ts';

interface KnownStyle {
  readonly style: GeomStyle;
  /** Drawing functions by pixel ratio, because symbols are rasterised once for it, and by thinning. */
  readonly draw: Map<string, LayerStyleFunction>;
  /** Created when a rule is first switched off. */
  findRule?: RuleFinder;
}

/** Styles by their JSON text, because the three answers of a load, and later loads, repeat the same styles. */
const known = new Map<string, KnownStyle>();
const MAX_KNOWN = 500;

function read(geomStyle: unknown): KnownStyle {
  const text = JSON.stringify(geomStyle ?? null);
  const found = known.get(text);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  const made: KnownStyle = { style: parseGeomStyle(geomStyle).style, draw: new Map() };
  known.set(text, made);
  return made;
}

/** Compiled on first use, when the fonts have loaded. */
function drawOf(
  one: KnownStyle,
  { pixelRatio, thinning }: { readonly pixelRatio: number; readonly thinning: Thinning | undefined },
): LayerStyleFunction {
  const key = JSON.stringify([pixelRatio, thinning]);
  const made = one.draw.get(key);
  if (made) return made;
  const draw = createStyleFunction(one.style, {
    pixelRatio,
    thinning,
    dataOf: (feature) => findRecord(feature)?.wire.data,
    labelOf: (feature) => findRecord(feature)?.wire.objectMapLabel,
  });
  // A style whose icons failed to load is compiled again with the next load.
  if (hasIconFonts(one.style)) one.draw.set(key, draw);
  return draw;
}

/** Waits for the icon fonts and the conditions of the styles of an answer. */
export async function prepareStyles(geomStyles: LoadReply['geomStyles']): Promise<void> {
  await Promise.all(
    geomStyles.map(async ({ geomStyle }) => {
      const { style } = read(geomStyle);
      await loadIconFonts(style);
      await loadConditionTests(style);
    }),
  );
}

/** Finds the drawing functions of an answer's features by their `geomStyleIndex`. */
export interface FeatureDrawing {
  readonly style: LayerStyleFunction;
  readonly findRule: RuleFinder;
}

/** The style at a feature's `geomStyleIndex`; an index without a style stands for the defaults. */
export function compileDrawings(
  geomStyles: LoadReply['geomStyles'],
  pixelRatio: number,
): (index: number) => FeatureDrawing {
  const toDrawing = (one: KnownStyle, thinning?: Thinning): FeatureDrawing => ({
    style: drawOf(one, { pixelRatio, thinning }),
    findRule: (data) => {
      one.findRule ??= compileRuleFinder(one.style);
      return one.findRule(data);
    },
  });
  const drawings = geomStyles.map(({ geomStyle, thinning }) => toDrawing(read(geomStyle), thinning));
  return (index) => drawings[index] ?? toDrawing(read(null));
}
