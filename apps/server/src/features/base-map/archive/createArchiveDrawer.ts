import type { Canvas } from '@napi-rs/canvas';
import type { Language } from '@pgis/contract';
import { baseMapColors } from '../draw/baseMapColors.ts';
import { drawLabels, type EmbeddedMap } from '../draw/EmbeddedMap.ts';
import type { Label } from '../draw/layOutLabels.ts';
import { createRuler } from '../draw/textRuler.ts';
import { ArchiveTiles } from './draw/ArchiveTiles.ts';
import { createGroundDrawer } from './draw/createGroundDrawer.ts';
import { EMBEDDED_PX, type GroundTile, type GroundView, toGroundView } from './draw/GroundTile.ts';
import { overlap } from './names/chooseLabels.ts';
import { drawNames } from './names/drawNames.ts';
import { NameLayout } from './names/NameLayout.ts';
import type { TileArchive } from './reader/TileArchive.ts';
import { toWorldBox } from './reader/worldBox.ts';

export interface ArchiveTile extends GroundTile {
  readonly language: Language;
}

interface Sources {
  readonly archive: TileArchive;
  readonly embedded: EmbeddedMap;
}

/** Returns a function that draws tiles of an archive, the ground and the names. Read its canvas before the next call. */
export async function createArchiveDrawer({
  archive,
  embedded,
}: Sources): Promise<(tile: ArchiveTile) => Promise<Canvas>> {
  const tiles = new ArchiveTiles(archive);
  const drawGround = await createGroundDrawer({ tiles, map: embedded.map });
  const names = new NameLayout(tiles, createRuler());

  return async (tile) => {
    const view = toGroundView(tile);
    const labels = await names.listLabels(view, tile.language);
    const canvas = await drawGround(tile);
    const context = canvas.getContext('2d');
    const outer = listOuterLabels(embedded, view, archive.info);
    drawLabels(context, baseMapColors[tile.scheme], outer, view);
    drawNames(context, { labels, view, scheme: tile.scheme });
    return canvas;
  };
}

/** Lists the labels of the embedded map outside the archive; below its first zoom all of them. */
function listOuterLabels(
  { listLabels }: EmbeddedMap,
  { zoom, left, top, sizePx }: GroundView,
  { bounds, minZoom }: TileArchive['info'],
): Label[] {
  const worldPx = EMBEDDED_PX * 2 ** zoom;
  const [minX, minY, maxX, maxY] = toWorldBox(bounds);
  const inside = [minX * worldPx, minY * worldPx, maxX * worldPx, maxY * worldPx] as const;
  const labels = new Set<Label>();
  for (let y = top; y < top + sizePx; y += EMBEDDED_PX)
    for (let x = left; x < left + sizePx; x += EMBEDDED_PX)
      for (const label of listLabels({ z: zoom, x: x / EMBEDDED_PX, y: y / EMBEDDED_PX })) labels.add(label);
  return [...labels].filter(({ box }) => zoom < minZoom || !overlap(box, inside));
}
