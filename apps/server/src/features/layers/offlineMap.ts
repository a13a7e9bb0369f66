import type { MapLayer } from '@pgis/contract';
import { baseMapAttribution, readBaseMapVersion } from '../base-map/index.ts';

/** The embedded map, base layer 1 of every installation (D-LAYER-01). */
const OFFLINE_MAP = 1;

let version: string | undefined;

/**
 * The offline map's row says where its tiles are; whom it owes its data, and the version that lets browsers keep the
 * tiles for ever, come from the map itself.
 */
export function withOfflineMap(layer: MapLayer): MapLayer {
  if (layer.id !== OFFLINE_MAP) return layer;
  version ??= readBaseMapVersion();
  const source = JSON.parse(layer.sourceJson) as { readonly url: string };
  const url = `${source.url}?v=${version}`;
  return { ...layer, sourceJson: JSON.stringify({ ...source, url, attributions: baseMapAttribution }) };
}
