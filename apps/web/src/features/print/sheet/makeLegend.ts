import {
  buildLegend,
  drawSwatch,
  type GeomStyle,
  heatColor,
  type LegendOptions,
  listDrawnStyles,
  listRuleTokens,
  makeSizeLegend,
  parseGeomStyle,
  toRgba,
  typicalStyle,
} from '@pgis/cartography';
import {
  aggregatedTo,
  type Classifier,
  type FieldLabels,
  fieldLabels,
  type Language,
  type LayerDensity,
} from '@pgis/contract';
import { formatNumber } from '../../../i18n/index.ts';
import { type HiddenRules, loadIconFonts } from '../../../map/index.ts';
import { LEGEND_ROW_MM } from './pageLayout.ts';
import type { SheetImage, SheetLegend, SheetLegendEntry } from './Sheet.ts';

const SIDE_PX = 18;
/** Symbols are small, so they are drawn with a higher pixel ratio than the map. */
const PIXEL_RATIO = 4;

export type LegendLayer = Pick<
  Classifier,
  | 'id'
  | 'name'
  | 'geomStyle'
  | 'density'
  | 'kinds'
  | 'zoomFrom'
  | 'zoomTo'
  | 'layerFields'
  | 'companyLanguage'
>;

export interface PaperLegendOptions extends Omit<LegendOptions, 'labels'> {
  readonly language: Language;
  /** Text of the colours of a heat map. */
  readonly heatText: string;
  /** Zoom of the map on paper. */
  readonly zoom: number;
}
type Kind = LegendLayer['kinds'][number];

interface Symbol {
  readonly style: GeomStyle;
  readonly gradientTo?: GeomStyle | undefined;
}

function drawSymbol({ style, gradientTo }: Symbol, kind: Kind): SheetImage {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE_PX * PIXEL_RATIO;
  const context = canvas.getContext('2d');
  if (context) {
    context.scale(PIXEL_RATIO, PIXEL_RATIO);
    drawSwatch(context, {
      style,
      kind,
      box: { x: 0, y: 0, sizePx: SIDE_PX },
      ...(gradientTo && { gradientTo }),
    });
  }
  return { url: canvas.toDataURL('image/png'), widthPx: canvas.width, heightPx: canvas.height };
}

function drawHeatColors({ colors = 'YlOrRd' }: LayerDensity): SheetImage {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIDE_PX * PIXEL_RATIO;
  const context = canvas.getContext('2d');
  if (context)
    for (let x = 0; x < canvas.width; x++) {
      context.fillStyle = toRgba(heatColor(colors, (x + 0.5) / canvas.width));
      context.fillRect(x, 0, 1, canvas.height);
    }
  return { url: canvas.toDataURL('image/png'), widthPx: canvas.width, heightPx: canvas.height };
}

/** Device pixels of a row of the legend, and the pixel ratio that follows from its height on paper. */
const STRIP_PX = 84;
const STRIP_RATIO = STRIP_PX / ((LEGEND_ROW_MM / 25.4) * 96);

/** The sizes of a few numbers, as large as on the map, cut into rows of the legend. */
function drawSizeStrips(
  style: GeomStyle,
  kind: Kind,
  { language, labels }: { readonly language: Language; readonly labels: FieldLabels },
): readonly SheetLegendEntry[] {
  const sizes = makeSizeLegend(style, kind, (value) => formatNumber(value, language));
  if (!sizes) return [];
  const rows = Math.ceil((sizes.heightPx * STRIP_RATIO) / STRIP_PX);
  const strips = Array.from({ length: rows }, (_, row): SheetLegendEntry => {
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(sizes.widthPx * STRIP_RATIO);
    canvas.height = STRIP_PX;
    const context = canvas.getContext('2d');
    if (context) {
      context.translate(0, -row * STRIP_PX);
      context.scale(STRIP_RATIO, STRIP_RATIO);
      sizes.draw(context, '#1d2a24');
    }
    const symbol = { url: canvas.toDataURL('image/png'), widthPx: canvas.width, heightPx: canvas.height };
    return { label: '', symbol, isStrip: true };
  });
  return [{ label: labels.of(sizes.field), symbol: null }, ...strips];
}

/** A heat map hides the rules: objects of all of them warm it. */
const isHeat = ({ density }: LegendLayer, zoom: number): boolean =>
  density.kind === 'heat' && Math.round(zoom) <= (aggregatedTo(density) ?? -1);

async function toLegend(
  layer: LegendLayer,
  options: PaperLegendOptions,
  hidden: HiddenRules,
): Promise<SheetLegend> {
  const { style } = parseGeomStyle(layer.geomStyle);
  const kind = layer.kinds[0] ?? 'polygon';
  await loadIconFonts(style);
  const layerName = layer.name;
  if (isHeat(layer, options.zoom)) {
    const entries = [{ label: options.heatText, symbol: drawHeatColors(layer.density) }];
    return { layerName, symbol: null, entries };
  }
  const labels = fieldLabels(layer, options.language);
  const sizes = drawSizeStrips(style, kind, { language: options.language, labels });
  if (listDrawnStyles(style).length === 1)
    return { layerName, symbol: drawSymbol({ style: typicalStyle(style) }, kind), entries: sizes };
  const hiddenHere = hidden.get(layer.id);
  const tokens = listRuleTokens(style);
  const groups = buildLegend(style, { ...options, labels })
    .map((group) => ({
      ...group,
      items: group.items.filter(({ ruleIndex }) => !hiddenHere?.has(tokens[ruleIndex] ?? '')),
    }))
    .filter(({ items }) => items.length > 0);
  const { noName } = options;
  // Names the field too if the rules use several fields.
  const isNamed = groups.filter(({ name }) => name !== noName).length > 1;
  const entries = groups.flatMap(({ name, items }) =>
    items.map((entry) => ({
      label: isNamed && name !== noName ? `${name}: ${entry.label}` : entry.label,
      symbol: drawSymbol(entry, kind),
    })),
  );
  return { layerName, symbol: null, entries: [...entries, ...sizes] };
}

/** Builds the legend for paper in layer order, without the rules that are switched off. */
export const makeLegend = (
  layers: readonly LegendLayer[],
  options: PaperLegendOptions,
  hidden: HiddenRules,
): Promise<readonly SheetLegend[]> => Promise.all(layers.map((layer) => toLegend(layer, options, hidden)));
