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

/**
 * The row of the offline map holds the address of its tiles; the attribution, and the version that lets
 * browsers cache tiles forever, come from the map itself.
 */
export function withOfflineMap(layer: MapLayer): MapLayer {
  if (layer.id !== OFFLINE_MAP) return layer;
  const source = JSON.parse(layer.sourceJson) as { readonly url: string };
  const url = `${source.url}?v=${getMapVersion()}`;
  return { ...layer, sourceJson: JSON.stringify({ ...source, url, attributions: baseMapAttribution }) };
}
