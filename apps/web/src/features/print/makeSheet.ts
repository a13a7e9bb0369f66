import type { LegendOptions } from '@pgis/cartography';
import { limits, listFeatures } from '@pgis/contract';
import { zoomFromResolution } from '@pgis/geo';
import type { TFunction } from 'i18next';
import { callApi } from '../../api/index.ts';
import { formatNumber, type Language } from '../../i18n/index.ts';
import {
  isInZoom,
  listHiddenRules,
  type MapController,
  type MapPicture,
  type PictureRequest,
} from '../../map/index.ts';
import { scaleText } from '../map-tools/index.ts';
import { findLogo, type LoadLogo } from './companyLogo.ts';
import { type LegendLayer, makeLegend } from './makeLegend.ts';
import { MM_PER_PX, paperScaleBar, resolutionOfScale, scaleOfResolution } from './mapScale.ts';
import type { PrintChoice } from './PrintChoice.ts';
import { layOutPage, type PageLayout } from './pageLayout.ts';
import { toPrintFeature, toPrintTables } from './printTables.ts';
import { countLegendRows, type Picture, type Sheet } from './Sheet.ts';

export interface SheetSources {
  readonly map: MapController;
  readonly t: TFunction;
  readonly language: Language;
  /** Switched on, in the order of the list. */
  readonly layers: readonly LegendLayer[];
  readonly attributions: readonly string[];
  readonly loadLogo: LoadLogo;
}

export interface SheetOptions {
  /** Pixels of the picture a CSS pixel; fewer on paper so large that nothing could draw them. */
  readonly mostPixelRatio: number;
  readonly signal: AbortSignal;
  readonly draw: (request: PictureRequest, signal: AbortSignal) => Promise<MapPicture>;
}

export interface MadeSheet {
  readonly sheet: Sheet;
  /** The map alone. */
  readonly canvas: HTMLCanvasElement;
  /** Names of layers that are not on it because they could not be loaded, or may not be printed. */
  readonly missing: readonly string[];
}

const LONGEST_BAR_MM = 40;
const noTables = { tables: [], tablesNote: '' };
const PICTURE_QUALITY = 0.93;

/** Throws a SecurityError when a tile in it came from a server that does not let us read it. */
const toPicture = (canvas: HTMLCanvasElement): Picture => ({
  url: canvas.toDataURL('image/jpeg', PICTURE_QUALITY),
  widthPx: canvas.width,
  heightPx: canvas.height,
});

export const isTainted = (cause: unknown): boolean =>
  cause instanceof DOMException && cause.name === 'SecurityError';

/** The scale on paper is a round number when it was chosen, and is said in three digits when it was not. */
const scaleNumber = (denominator: number, language: Language): string =>
  formatNumber(Number(denominator.toPrecision(3)), language);

/** 1 to what the map on the screen would be on paper. */
export function screenScaleText(map: MapController, language: Language): string {
  const view = map.view.get();
  return view === null ? '' : scaleNumber(scaleOfResolution(view.resolution, view.center), language);
}

async function listTables(
  { extent: [minx, miny, maxx, maxy], zoom, filters, hiddenRules, visibleIds }: MapPicture,
  { layers, t, language }: SheetSources,
  signal: AbortSignal,
): Promise<Pick<Sheet, 'tables' | 'tablesNote'>> {
  const shown = layers.filter(({ id }) => visibleIds.includes(id));
  const hidden = listHiddenRules(hiddenRules, visibleIds);
  const features = await callApi(listFeatures, {
    body: {
      ...{ minx, miny, maxx, maxy, zoom },
      classifiers: shown.map(({ id }) => id),
      ...(filters.length === 0 ? {} : { objectFilter: [...filters] }),
      ...(hidden.length > 0 && { hiddenRules: hidden }),
    },
    signal,
    background: true,
  });
  const limit = formatNumber(limits.featuresRows, language);
  return {
    tables: toPrintTables(features.map(toPrintFeature), shown),
    tablesNote: features.length < limits.featuresRows ? '' : t('MAP.PRINT.FIRST_ROWS', { limit }),
  };
}

interface MapOnPaper extends Pick<PictureRequest, 'center' | 'resolution'> {
  readonly mostPixelRatio: number;
}

/** The map of a page: its middle is that of the screen. */
export function toPictureRequest(
  { map: { widthMm, heightMm } }: Pick<PageLayout, 'map'>,
  { center, resolution, mostPixelRatio }: MapOnPaper,
): PictureRequest {
  const widthPx = Math.round(widthMm / MM_PER_PX);
  const heightPx = Math.round(heightMm / MM_PER_PX);
  // The server draws no larger pictures, and a browser's canvas may not hold them either.
  const pixelRatio = Math.min(mostPixelRatio, (limits.image.sidePx - 1) / Math.max(widthPx, heightPx));
  return {
    center,
    // The picture is stretched over the place by less than a pixel.
    resolution: (resolution * (widthMm / MM_PER_PX)) / widthPx,
    widthPx,
    heightPx,
    pixelRatio,
  };
}

/** Draws the map for paper and puts everything together that stands around it. */
export async function makeSheet(
  choice: PrintChoice,
  sources: SheetSources,
  { mostPixelRatio, signal, draw }: SheetOptions,
): Promise<MadeSheet> {
  const { map, t, language, layers, attributions } = sources;
  const view = map.view.get();
  if (view === null) throw new Error('there is no map to print');
  const { center } = view;
  const resolution = choice.scale === 'screen' ? view.resolution : resolutionOfScale(choice.scale, center);
  const logo = await findLogo(sources.loadLogo);
  const zoom = zoomFromResolution(resolution);
  const inZoom = layers.filter((layer) => isInZoom(layer, zoom));
  const themeText: LegendOptions['themeText'] = (text) => t(`MAP.THEMES.${text}`);
  const legend = await makeLegend(inZoom, { noName: t('MAP.NO_NAME'), themeText }, map.hiddenRules);
  const layout = layOutPage(choice, { hasLogo: logo !== null, legendRows: countLegendRows(legend) });
  const picture = await draw(toPictureRequest(layout, { center, resolution, mostPixelRatio }), signal);
  const tables = choice.includeDataTables ? await listTables(picture, sources, signal) : noTables;
  const sheet: Sheet = {
    language,
    layout,
    header: choice.header.trim(),
    footer: choice.footer.trim(),
    logo,
    map: toPicture(picture.canvas),
    ...toScale(scaleOfResolution(resolution, center), choice, sources),
    northText: t('MAP.NORTH'),
    legendTitle: t('MAP.PRINT.LEGEND'),
    legend,
    attribution: attributions.length === 0 ? '' : `${t('MAP.MAP_DATA')} ${attributions.join(' · ')}`,
    ...tables,
  };
  const failed = layers.filter(({ id }) => picture.failedIds.has(id)).map(({ name }) => name);
  return { sheet, canvas: picture.canvas, missing: [...picture.missingBaseLayers, ...failed] };
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
    // A printer may make the page smaller: the bar stays true, a number would not.
    scaleText: output === 'pdf' ? t('MAP.PRINT.SCALE_IS', { scale }) : '',
  };
}
