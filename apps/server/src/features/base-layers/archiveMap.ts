import type { Language, MapLayer } from '@pgis/contract';
import { baseMapAttribution, findArchiveFile, toArchiveVersion } from '../base-map/index.ts';
import type { BaseLayerRow } from './baseLayerRows.ts';
import { getMapVersion } from './offlineMap.ts';

/** Largest zoom of the tiles; the browser enlarges them beyond it. */
const MAX_ZOOM = 19;

/**
 * The row of a layer with an archive holds only the archive's attribution. The address of its tiles names the reader's
 * language and a version, which lets browsers cache tiles forever; the embedded map around the archive is named, too.
 */
export async function withArchive(
  { archivePath, ...layer }: BaseLayerRow,
  language: Language,
): Promise<MapLayer> {
  if (archivePath === null) return layer;
  const { attributions } = JSON.parse(layer.sourceJson) as { readonly attributions: string };
  const file = await findArchiveFile(archivePath);
  const version = toArchiveVersion(getMapVersion(), file);
  const url = `/api/v1/base-map/archives/${layer.id}/{scheme}/256/{z}/{x}/{y}.png?lang=${language}&v=${version}`;
  const sources = new Set([attributions, ...baseMapAttribution.split(' · ')]);
  return {
    ...layer,
    sourceJson: JSON.stringify({ url, maxZoom: MAX_ZOOM, attributions: [...sources].join(' · ') }),
  };
}
