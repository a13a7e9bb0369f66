import type { MapLayer } from '@pgis/contract';
import { findTileRange, type Position, tileExtent, toMercator } from '@pgis/geo';
import { readSourceOptions } from '../../map/index.ts';

const tilePx = 256;
const previewZoom = 10;

interface PreviewPlace {
  readonly centerLonLat: Position;
  readonly scheme: 'light' | 'dark';
}

function tileAt(centerLonLat: Position, z: number) {
  const [x, y] = toMercator(centerLonLat);
  const range = findTileRange([x - 1, y - 1, x + 1, y + 1], z);
  return range && { z, x: range.minX, y: range.minY };
}

/** The address of one picture of a source, around a place; undefined for what cannot be shown without its library. */
export function previewAddress(
  { sourceType, sourceJson }: Pick<MapLayer, 'sourceType' | 'sourceJson'>,
  { centerLonLat, scheme }: PreviewPlace,
): string | undefined {
  const options = readSourceOptions(sourceJson);
  if (options?.url === undefined || !/^(https:\/\/|\/(?!\/))/i.test(options.url)) return undefined;
  const tile = tileAt(centerLonLat, Math.min(options.maxZoom ?? previewZoom, previewZoom));
  if (tile === undefined) return undefined;
  if (sourceType === 'XYZ')
    return options.url
      .replace('{scheme}', scheme)
      .replace(/\{(\w)-\w\}/, '$1')
      .replace('{z}', String(tile.z))
      .replace('{x}', String(tile.x))
      .replace('{-y}', String(2 ** tile.z - 1 - tile.y))
      .replace('{y}', String(tile.y));
  if (sourceType !== 'TileWMS') return undefined;
  const query = new URLSearchParams({
    SERVICE: 'WMS',
    VERSION: '1.3.0',
    REQUEST: 'GetMap',
    FORMAT: 'image/png',
    STYLES: '',
    TRANSPARENT: 'true',
    ...Object.fromEntries(Object.entries(options.params ?? {}).map(([key, value]) => [key, String(value)])),
    CRS: 'EPSG:3857',
    WIDTH: String(tilePx),
    HEIGHT: String(tilePx),
    BBOX: tileExtent(tile).join(),
  });
  return `${options.url}${options.url.includes('?') ? '&' : '?'}${query}`;
}
