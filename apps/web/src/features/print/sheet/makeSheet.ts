import type { LegendOptions } from '@pgis/cartography';
import { limits, listFeatures } from '@pgis/contract';
import { zoomFromResolution } from '@pgis/geo';
import { callApi } from '../../../api/index.ts';
import { formatNumber, type Language, type TFunction } from '../../../i18n/index.ts';
import {
  isInZoom,
  listHiddenRules,
  type MapController,
  type MapImage,
  type MapImageRequest,
} from '../../../map/index.ts';
import { scaleText } from '../../map-tools/index.ts';
import type { PrintChoice } from '../dialog/PrintChoice.ts';
import { toPrintFeature, toPrintTables } from '../page/printTables.ts';
import { findLogo, type LoadLogo } from './companyLogo.ts';
import { type LegendLayer, makeLegend } from './makeLegend.ts';
import { MM_PER_PX, paperScaleBar, resolutionOfScale, scaleOfResolution } from './mapScale.ts';
import { arrangePage, type PageLayout } from './pageLayout.ts';
import { countEntries, type Sheet, type SheetImage } from './Sheet.ts';

export interface SheetSources {
  readonly map: MapController;
  readonly t: TFunction;
  readonly language: Language;
  /** Layers that are switched on, in list order. */
  readonly layers: readonly LegendLayer[];
  readonly attributions: readonly string[];
  readonly loadLogo: LoadLogo;
}

export interface SheetOptions {
  /** Image pixels per CSS pixel; reduced for paper so large that no canvas could hold it. */
  readonly maxPixelRatio: number;
  readonly signal: AbortSignal;
  /** Called when drawing the map begins, and when reading the objects of the tables does. */
  readonly onStep?: (step: 'map' | 'tables') => void;
  readonly draw: (request: MapImageRequest, signal: AbortSignal) => Promise<MapImage>;
}

export interface MadeSheet {
  readonly sheet: Sheet;
  /** Canvas of the map. */
  readonly canvas: HTMLCanvasElement;
  /** Names of layers that could not be loaded or must not be printed. */
  readonly missing: readonly string[];
}

const LONGEST_BAR_MM = 40;
const noTables = { tables: [], tablesNote: '' };
const JPEG_QUALITY = 0.93;

/** Throws a SecurityError if a tile is from a server without CORS permission. */
const toSheetImage = (canvas: HTMLCanvasElement): SheetImage => ({
  url: canvas.toDataURL('image/jpeg', JPEG_QUALITY),
  widthPx: canvas.width,
  heightPx: canvas.height,
});

export const isTainted = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'SecurityError';

/** A selected scale is a round number; any other is rounded to three digits. */
const scaleNumber = (denominator: number, language: Language): string =>
  formatNumber(Number(denominator.toPrecision(3)), language);

/** Text of the scale that the map on the screen would have on paper. */
export function screenScaleText(map: MapController, language: Language): string {
  const view = map.view.get();
  return view === null ? '' : scaleNumber(scaleOfResolution(view.resolution, view.center), language);
}

async function listTables(
  { extent: [minx, miny, maxx, maxy], zoom, filters, hiddenRules, visibleIds }: MapImage,
  { layers, t, language }: SheetSources,
  signal: AbortSignal,
): Promise<Pick<Sheet, 'tables' | 'tablesNote'>> {
  const visibleLayers = layers.filter(({ id }) => visibleIds.includes(id));
  const hidden = listHiddenRules(hiddenRules, visibleIds);
  const features = await callApi(listFeatures, {
    body: {
      ...{ minx, miny, maxx, maxy, zoom },
      classifiers: visibleLayers.map(({ id }) => id),
      ...(filters.length === 0 ? {} : { objectFilter: [...filters] }),
      ...(hidden.length > 0 && { hiddenRules: hidden }),
    },
    signal,
    background: true,
  });
  const limit = formatNumber(limits.featuresRows, language);
  return {
    tables: toPrintTables(features.map(toPrintFeature), visibleLayers),
    tablesNote: features.length < limits.featuresRows ? '' : t('MAP.PRINT.FIRST_ROWS', { limit }),
  };
}

interface MapOnPaper extends Pick<MapImageRequest, 'center' | 'resolution'> {
  readonly maxPixelRatio: number;
}

/** The view of the printed map, with the centre of the screen. */
export function toMapImageRequest(
  { map: { widthMm, heightMm } }: Pick<PageLayout, 'map'>,
  { center, resolution, maxPixelRatio }: MapOnPaper,
): MapImageRequest {
  const widthPx = Math.round(widthMm / MM_PER_PX);
  const heightPx = Math.round(heightMm / MM_PER_PX);
  // The server renders no larger images, and the canvas of a browser may not hold them.
  const pixelRatio = Math.min(maxPixelRatio, (limits.image.sidePx - 1) / Math.max(widthPx, heightPx));
  return {
    center,
    // Rounding stretches the image by less than a pixel.
    resolution: (resolution * (widthMm / MM_PER_PX)) / widthPx,
    widthPx,
    heightPx,
    pixelRatio,
  };
}

/** Draws the map for paper and collects the texts and images around it. */
export async function makeSheet(
  choice: PrintChoice,
  sources: SheetSources,
  { maxPixelRatio, signal, onStep, draw }: SheetOptions,
): Promise<MadeSheet> {
  const { map, t, language, layers, attributions } = sources;
  onStep?.('map');
  const view = map.view.get();
  if (view === null) throw new Error('there is no map to print');
  const { center } = view;
  const resolution = choice.scale === 'screen' ? view.resolution : resolutionOfScale(choice.scale, center);
  const logo = await findLogo(sources.loadLogo);
  const zoom = zoomFromResolution(resolution);
  const inZoom = layers.filter((layer) => isInZoom(layer, zoom));
  const themeText: LegendOptions['themeText'] = (text) => t(`MAP.THEMES.${text}`);
  const heatText = `${t('MAP.HEAT.FEW')} … ${t('MAP.HEAT.MANY')}`;
  const legendOptions = { language, noName: t('MAP.NO_NAME'), themeText, heatText, zoom };
  const legend = await makeLegend(inZoom, legendOptions, map.hiddenRules);
  const layout = arrangePage(choice, { hasLogo: logo !== null, legendEntries: countEntries(legend) });
  const mapImage = await draw(toMapImageRequest(layout, { center, resolution, maxPixelRatio }), signal);
  if (choice.includeDataTables) onStep?.('tables');
  const tables = choice.includeDataTables ? await listTables(mapImage, sources, signal) : noTables;
  const sheet: Sheet = {
    language,
    layout,
    header: choice.header.trim(),
    footer: choice.footer.trim(),
    logo,
    map: toSheetImage(mapImage.canvas),
    ...toScale(scaleOfResolution(resolution, center), choice, sources),
    northText: t('MAP.NORTH'),
    legendTitle: t('MAP.PRINT.LEGEND'),
    legend,
    continuedText: t('MAP.PRINT.CONTINUED'),
    attribution: attributions.length === 0 ? '' : `${t('MAP.MAP_DATA')} ${attributions.join(' · ')}`,
    ...tables,
  };
  const failed = layers.filter(({ id }) => mapImage.failedIds.has(id)).map(({ name }) => name);
  return { sheet, canvas: mapImage.canvas, missing: [...mapImage.missingBaseLayers, ...failed] };
}

function toScale(
  denominator: number,
  { output }: PrintChoice,
  { t, language }: SheetSources,
): Pick<Sheet, 'scaleBar' | 'scaleText'> {
  const { lengthM, widthMm } = paperScaleBar(denominator, LONGEST_BAR_MM);
  const scale = scaleNumber(denominator, language);
  return {
    scaleBar: { text: scaleText(lengthM, language), widthMm },
    // If a printer scales the page, the bar stays true but a number would not.
    scaleText: output === 'pdf' ? t('MAP.PRINT.SCALE_IS', { scale }) : '',
  };
}
