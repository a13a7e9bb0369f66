import type { Language, MapLayer } from '@pgis/contract';
import {
  baseMapAttribution,
  findArchiveFile,
  type ObjectFinder,
  toArchiveVersion,
} from '../base-map/index.ts';
import type { ArchiveSource } from './archiveLayers.ts';
import type { BaseLayerRow } from './baseLayerRows.ts';
import { getMapVersion, toOwnSource } from './offlineMap.ts';

/**
 * Completes the source of a layer with an archive. The address of its names has the reader's
 * language; the embedded map around the archive is named, too.
 */
export async function withArchive(
  { archivePath, ...layer }: BaseLayerRow,
  { language, objects }: { readonly language: Language; readonly objects: ObjectFinder },
): Promise<MapLayer> {
  if (archivePath === null) return layer;
  const { attributions, images } = JSON.parse(layer.sourceJson) as ArchiveSource;
  const file = await findArchiveFile(archivePath, objects);
  const version = toArchiveVersion(getMapVersion(), file);
  if (images) {
    const address = `/api/v1/base-map/archives/${layer.id}/images/{z}/{x}/{y}?v=${version}`;
    return { ...layer, sourceJson: JSON.stringify({ url: address, ...images, attributions }) };
  }
  const url = `/api/v1/base-map/archives/${layer.id}/{scheme}/512/{z}/{x}/{y}.png`;
  const sources = new Set([attributions, ...baseMapAttribution.split(' · ')]);
  const source = toOwnSource(
    (part) => `${url}?part=${part}${part === 'names' ? `&lang=${language}` : ''}&v=${version}`,
    [...sources].join(' · '),
  );
  return { ...layer, sourceJson: JSON.stringify(source) };
}
