import type { LayerId } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { ObjectKind } from '../../../layers/ObjectKind.ts';
import { imageProjections } from '../../../rendering/job/imageProjections.ts';
import { checkSize, parseLayers, parseMap } from '../parseGetMap.ts';
import { parseVersion, WmsQuery } from './WmsQuery.ts';

/** Objects in one response. */
const MAX_FEATURES = 50;

export const infoFormats = ['application/json', 'text/html', 'text/plain'] as const;
export type InfoFormat = (typeof infoFormats)[number];

export interface FeatureInfo {
  /** EPSG:3857. */
  readonly position: readonly [x: number, y: number];
  /** Size of a CSS pixel of the map, in metres of EPSG:3857. */
  readonly pixelM: number;
  readonly kinds: readonly ObjectKind[];
  readonly format: InfoFormat;
  readonly limit: number;
}

/**
 * Parses the parameters of a WMS GetFeatureInfo: those of a map, and a pixel of it.
 *
 * @throws IMAGE_REQUEST with the invalid parameters, IMAGE_TOO_LARGE past the size limits.
 */
export function parseFeatureInfo(query: Readonly<Record<string, string>>, layerId: LayerId): FeatureInfo {
  const values = new WmsQuery(query);
  values.service();
  const map = parseMap(values, layerId);
  const kinds = parseLayers(values, 'QUERY_LAYERS', layerId);
  const [column, row] = parseVersion(values) === '1.1.1' ? ['X', 'Y'] : ['I', 'J'];
  const i = values.whole(column, { max: map.width - 1 });
  const j = values.whole(row, { max: map.height - 1 });
  const format = parseInfoFormat(values);
  const limit = values.whole('FEATURE_COUNT', { min: 1, fallback: 1 });
  values.check();
  checkSize(map);
  const { toMercator } = imageProjections[map.crs];
  const [minX, minY, maxX, maxY]: Extent = map.extent;
  const positionOf = (column: number, row: number) =>
    toMercator([
      minX + (column * (maxX - minX)) / map.width,
      maxY - (row * (maxY - minY)) / map.height,
    ]) as readonly [number, number];
  const [x, y] = positionOf(i + 0.5, j + 0.5);
  const [besideX, besideY] = positionOf(i + 1.5, j + 0.5);
  return {
    position: [x, y],
    pixelM: Math.hypot(besideX - x, besideY - y) * map.pixelRatio,
    kinds,
    format,
    limit: Math.min(limit, MAX_FEATURES),
  };
}

/** JSON has several media types; their parameters, such as `text/html; charset=utf-8`, are ignored. */
function parseInfoFormat(values: WmsQuery): InfoFormat {
  const pattern = /^(text\/plain|text\/html|application\/(geo\+?)?json)(\s*;.*)?$/i;
  const text = values.text('INFO_FORMAT', pattern, 'text/plain').toLowerCase();
  if (text.includes('json')) return 'application/json';
  return text.startsWith('text/html') ? 'text/html' : 'text/plain';
}
