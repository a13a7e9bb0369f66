import type { Canvas } from '@napi-rs/canvas';
import { baseMapColors } from './baseMapColors.ts';
import { drawMap } from './drawMap.ts';
import { drawLabels, type EmbeddedMap, listLabelsIn } from './EmbeddedMap.ts';
import { type GroundTile, type TilePart, toGroundView } from './GroundTile.ts';
import { TileCanvases } from './TileCanvases.ts';
import { toTileView } from './TileView.ts';

export interface BaseMapTile extends GroundTile {
  readonly part: TilePart;
}

/** Returns a function that draws tiles of the embedded map. All calls share one canvas: read it before the next call. */
export function createTileDrawer(embedded: EmbeddedMap): (tile: BaseMapTile) => Canvas {
  const canvases = new TileCanvases();
  return (tile) => {
    const context = canvases.open(tile);
    const colors = baseMapColors[tile.scheme];
    const view = toGroundView(tile);
    if (tile.part !== 'names') drawMap(context, colors, toTileView(embedded.map, view));
    if (tile.part !== 'ground') drawLabels(context, colors, listLabelsIn(embedded, view), view);
    return context.canvas;
  };
}
