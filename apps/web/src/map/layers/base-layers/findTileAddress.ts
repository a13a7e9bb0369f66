import type { MapLayer } from '@pgis/contract';
import { type Position, toMercator } from '@pgis/geo';
import { get as getProjection } from 'ol/proj.js';
import type TileSource from 'ol/source/Tile.js';
import UrlTile from 'ol/source/UrlTile.js';
import { createTileSource, loadSourceCode } from './createTileSource.ts';
import type { ColorScheme } from './readSourceOptions.ts';

interface TilePosition {
  readonly lonLat: Position;
  readonly zoom: number;
  readonly scheme: ColorScheme;
}

/**
 * Finds the address of the tile that the map would request at a position, at the nearest zoom that the source has;
 * undefined if it has none. Waits for BingMaps, which asks its server where the tiles are.
 */
export async function findTileAddress(
  layer: Pick<MapLayer, 'id' | 'sourceType' | 'sourceJson'>,
  { lonLat, zoom, scheme }: TilePosition,
): Promise<string | undefined> {
  await loadSourceCode(layer);
  const source = createTileSource(layer, { scheme, pixelRatio: 1 });
  const projection = getProjection('EPSG:3857');
  if (!(source instanceof UrlTile) || projection === null || !(await isReady(source))) return undefined;
  const grid = source.getTileGridForProjection(projection);
  const level = Math.min(Math.max(zoom, grid.getMinZoom()), grid.getMaxZoom());
  const tile = grid.getTileCoordForCoordAndZ([...toMercator(lonLat)], level);
  return source.getTileUrlFunction()(tile, 1, projection);
}

/** BingMaps does not report when its server fails to answer. */
const READY_MS = 10_000;

const isReady = (source: TileSource): Promise<boolean> =>
  new Promise((resolve) => {
    const end = (isThere: boolean) => {
      clearTimeout(timer);
      source.removeEventListener('change', settle);
      resolve(isThere);
    };
    const settle = () => source.getState() !== 'loading' && end(source.getState() === 'ready');
    const timer = setTimeout(() => end(false), READY_MS);
    source.addEventListener('change', settle);
    settle();
  });
