import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { TILE_PX } from '../../../rendering/job/tileGrid.ts';
import { baseMapColors } from './baseMapColors.ts';
import { drawMap } from './drawMap.ts';
import { drawLabels, type EmbeddedMap } from './EmbeddedMap.ts';
import { type BaseMapTile, toTileView } from './TileView.ts';

/** Returns a function that draws tiles of the embedded map. All calls share one canvas: read it before the next call. */
export function createTileDrawer(embedded: EmbeddedMap): (tile: BaseMapTile) => Canvas {
  const canvases = { 1: createCanvas(TILE_PX, TILE_PX), 2: createCanvas(2 * TILE_PX, 2 * TILE_PX) };
  return (tile) => {
    const canvas = canvases[tile.pixelRatio];
    const context = canvas.getContext('2d');
    const colors = baseMapColors[tile.scheme];
    const view = toTileView(embedded.map, tile);
    context.setTransform(tile.pixelRatio, 0, 0, tile.pixelRatio, 0, 0);
    context.lineJoin = 'round';
    drawMap(context, colors, view);
    drawLabels(context, colors, embedded.listLabels(tile), view);
    return canvas;
  };
}
