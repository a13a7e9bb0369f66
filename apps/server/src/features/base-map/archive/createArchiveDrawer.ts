import type { Canvas } from '@napi-rs/canvas';
import type { Language } from '@pgis/contract';
import { baseMapColors } from '../draw/baseMapColors.ts';
import { drawLabels, type EmbeddedMap, listLabelsIn } from '../draw/EmbeddedMap.ts';
import { type GroundTile, type GroundView, type TilePart, toGroundView } from '../draw/GroundTile.ts';
import { LABEL_CELL_PX, type Label } from '../draw/labels/layOutLabels.ts';
import { createRuler } from '../draw/labels/textRuler.ts';
import { TileCanvases } from '../draw/TileCanvases.ts';
import { ArchiveTiles } from './draw/ArchiveTiles.ts';
import { createGroundDrawer } from './draw/createGroundDrawer.ts';
import { overlap } from './names/chooseLabels.ts';
import { drawNames } from './names/drawNames.ts';
import { NameLayout } from './names/NameLayout.ts';
import type { TileArchive } from './reader/TileArchive.ts';
import { toWorldBox } from './reader/worldBox.ts';

export interface ArchiveTile extends GroundTile {
  readonly language: Language;
  readonly part: TilePart;
}

interface Sources {
  readonly archive: TileArchive;
  readonly embedded: EmbeddedMap;
}

/** Returns a function that draws tiles of an archive. Read its canvas before the next call. */
export async function createArchiveDrawer({
  archive,
  embedded,
}: Sources): Promise<(tile: ArchiveTile) => Promise<Canvas>> {
  const tiles = new ArchiveTiles(archive);
  const drawGround = await createGroundDrawer({ tiles, map: embedded.map });
  const names = new NameLayout(tiles, createRuler());
  const canvases = new TileCanvases();

  return async (tile) => {
    const { part, scheme, language } = tile;
    if (part === 'ground') return await drawGround(tile);
    const view = toGroundView(tile);
    const labels = await names.listLabels(view, language);
    const context = part === 'names' ? canvases.open(tile) : (await drawGround(tile)).getContext('2d');
    drawLabels(context, baseMapColors[scheme], listOuterLabels(embedded, view, archive.info), view);
    drawNames(context, { labels, view, scheme });
    return context.canvas;
  };
}

/** Lists the labels of the embedded map outside the archive; below its first zoom all of them. */
function listOuterLabels(
  embedded: EmbeddedMap,
  view: GroundView,
  { bounds, minZoom }: TileArchive['info'],
): Label[] {
  const worldPx = LABEL_CELL_PX * 2 ** view.zoom;
  const [minX, minY, maxX, maxY] = toWorldBox(bounds);
  const inside = [minX * worldPx, minY * worldPx, maxX * worldPx, maxY * worldPx] as const;
  return listLabelsIn(embedded, view).filter(({ box }) => view.zoom < minZoom || !overlap(box, inside));
}
