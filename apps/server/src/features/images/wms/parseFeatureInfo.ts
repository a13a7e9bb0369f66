import type { Extent } from '@pgis/geo';
import { imageProjections } from '../../../map-images/imageProjections.ts';
import type { ObjectKind } from '../../objects/index.ts';
import { checkSize, parseLayers, parseMap } from '../parseGetMap.ts';
import { parseVersion, WmsQuery } from './WmsQuery.ts';

/** Objects of one answer. */
const MOST_FEATURES = 50;

export const infoFormats = ['application/json', 'text/html', 'text/plain'] as const;
export type InfoFormat = (typeof infoFormats)[number];

export interface FeatureInfo {
  /** EPSG:3857. */
  readonly place: readonly [x: number, y: number];
  /** Of a CSS pixel of the map asked about, in metres of EPSG:3857. */
  readonly pixelM: number;
  readonly kinds: readonly ObjectKind[];
  readonly format: InfoFormat;
  readonly most: number;
}

/**
 * The parameters of a WMS GetFeatureInfo: those of a map, and a pixel of it.
 *
 * @throws IMAGE_REQUEST with the parameters that do not fit, IMAGE_TOO_LARGE past the size limits.
 */
export function parseFeatureInfo(query: Readonly<Record<string, string>>, layerId: number): FeatureInfo {
  const values = new WmsQuery(query);
  values.service();
  const map = parseMap(values, layerId);
  const kinds = parseLayers(values, 'QUERY_LAYERS', layerId);
  const [column, row] = parseVersion(values) === '1.1.1' ? ['X', 'Y'] : ['I', 'J'];
  const i = values.whole(column, { most: map.width - 1 });
  const j = values.whole(row, { most: map.height - 1 });
  const format = parseInfoFormat(values);
  const most = values.whole('FEATURE_COUNT', { least: 1, otherwise: 1 });
  values.check();
  checkSize(map);
  const { toMercator } = imageProjections[map.crs];
  const [minX, minY, maxX, maxY]: Extent = map.extent;
  const at = (column: number, row: number) =>
    toMercator([
      minX + (column * (maxX - minX)) / map.width,
      maxY - (row * (maxY - minY)) / map.height,
    ]) as readonly [number, number];
  const [x, y] = at(i + 0.5, j + 0.5);
  const [besideX, besideY] = at(i + 1.5, j + 0.5);
  return {
    place: [x, y],
    pixelM: Math.hypot(besideX - x, besideY - y) * map.pixelRatio,
    kinds,
    format,
    most: Math.min(most, MOST_FEATURES),
  };
}

/** JSON has several names; `text/html; charset=utf-8` and the like are taken for what stands in front. */
function parseInfoFormat(values: WmsQuery): InfoFormat {
  const pattern = /^(text\/plain|text\/html|application\/(geo\+?)?json)(\s*;.*)?$/i;
  const text = values.text('INFO_FORMAT', pattern, 'text/plain').toLowerCase();
  if (text.includes('json')) return 'application/json';
  return text.startsWith('text/html') ? 'text/html' : 'text/plain';
}
