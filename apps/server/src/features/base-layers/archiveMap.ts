import type { Language, MapLayer } from '@pgis/contract';
import {
  baseMapAttribution,
  findArchiveFile,
  type ObjectFinder,
  toArchiveVersion,
} from '../base-map/index.ts';
import type { BaseLayerRow } from './baseLayerRows.ts';
import { getMapVersion, toOwnSource } from './offlineMap.ts';

/**
 * The row of a layer with an archive holds only the archive's attribution. The address of its names has the reader's
 * language; the embedded map around the archive is named, too.
 */
export async function withArchive(
  { archivePath, ...layer }: BaseLayerRow,
  { language, objects }: { readonly language: Language; readonly objects: ObjectFinder },
): Promise<MapLayer> {
  if (archivePath === null) return layer;
  const { attributions } = JSON.parse(layer.sourceJson) as { readonly attributions: string };
  const file = await findArchiveFile(archivePath, objects);
  const version = toArchiveVersion(getMapVersion(), file);
  const url = `/api/v1/base-map/archives/${layer.id}/{scheme}/512/{z}/{x}/{y}.png`;
  const sources = new Set([attributions, ...baseMapAttribution.split(' · ')]);
  const source = toOwnSource(
    (part) => `${url}?part=${part}${part === 'names' ? `&lang=${language}` : ''}&v=${version}`,
    [...sources].join(' · '),
  );
  return { ...layer, sourceJson: JSON.stringify(source) };
}
