import type { MapLayer } from '@pgis/contract';
import { baseMapAttribution, readBaseMapVersion } from '../base-map/index.ts';

/** The embedded map, base layer 1 of every installation (D-LAYER-01). */
const OFFLINE_MAP = 1;

let version: string | undefined;

/** Version of the maps that this server draws. */
export function getMapVersion(): string {
  version ??= readBaseMapVersion();
  return version;
}

/** Largest zoom of the tiles of 512 px; the browser enlarges them beyond it. */
const MAX_ZOOM = 18;

/**
 * Returns the source options of a map that this server draws: ground and names are two sets of tiles, so that the names
 * can lie above the data. The addresses hold a version, which lets browsers cache tiles for ever.
 */
export const toOwnSource = (addressOf: (part: 'ground' | 'names') => string, attributions: string) => ({
  url: addressOf('ground'),
  namesUrl: addressOf('names'),
  tileSize: 512,
  maxZoom: MAX_ZOOM,
  attributions,
});

/** The row of the offline map holds only the address of its tiles. */
export function withOfflineMap(layer: MapLayer): MapLayer {
  if (layer.id !== OFFLINE_MAP) return layer;
  const { url } = JSON.parse(layer.sourceJson) as { readonly url: string };
  const source = toOwnSource(
    (part) => `${url}?size=512&part=${part}&v=${getMapVersion()}`,
    baseMapAttribution,
  );
  return { ...layer, sourceJson: JSON.stringify(source) };
}
