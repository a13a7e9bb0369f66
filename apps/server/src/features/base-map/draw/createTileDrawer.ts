import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { TILE_PX } from '../../../rendering/job/tileGrid.ts';
import type { MapAsset } from '../MapAsset.ts';
import { type BaseMapColors, baseMapColors } from './baseMapColors.ts';
import { drawMap } from './drawMap.ts';
import {
  type Label,
  type LabelStyle,
  type LabelsByTile,
  layOutLabels,
  type MeasureText,
} from './layOutLabels.ts';
import { BASE_MAP_FONT, registerBaseMapFonts } from './registerBaseMapFonts.ts';
import { smoothMap } from './smoothMap.ts';
import { type BaseMapTile, type TileView, toTileView } from './TileView.ts';

const HALO_PX = 3;

/** Returns a function that draws tiles of a map. All calls share one canvas: read it before the next call. */
export function createTileDrawer(asset: MapAsset): (tile: BaseMapTile) => Canvas {
  registerBaseMapFonts();
  const map = smoothMap(asset);
  const canvases = { 1: createCanvas(TILE_PX, TILE_PX), 2: createCanvas(2 * TILE_PX, 2 * TILE_PX) };
  const measure = createRuler();
  const layouts = new Map<number, LabelsByTile>();
  const labelsAt = ({ z, x, y }: BaseMapTile): readonly Label[] => {
    let layout = layouts.get(z);
    if (!layout) {
      layout = layOutLabels(map, z, measure);
      layouts.set(z, layout);
    }
    return layout.get(`${x}/${y}`) ?? [];
  };

  return (tile) => {
    const canvas = canvases[tile.pixelRatio];
    const context = canvas.getContext('2d');
    const colors = baseMapColors[tile.scheme];
    const view = toTileView(map, tile);
    context.setTransform(tile.pixelRatio, 0, 0, tile.pixelRatio, 0, 0);
    context.lineJoin = 'round';
    drawMap(context, colors, view);
    drawLabels(context, colors, labelsAt(tile), view);
    return canvas;
  };
}

function drawLabels(
  context: SKRSContext2D,
  colors: BaseMapColors,
  labels: readonly Label[],
  { left, top }: TileView,
): void {
  for (const { text, style, x, baseline } of labels) {
    setFont(context, style);
    context.strokeStyle = style.color === 'waterLabel' ? colors.water : colors.halo;
    context.lineWidth = HALO_PX;
    context.strokeText(text, x - left, baseline - top);
    context.fillStyle = colors[style.color];
    context.fillText(text, x - left, baseline - top);
  }
}

/** Measures each text once per style: most labels look the same at many zooms. */
function createRuler(): MeasureText {
  const context = createCanvas(1, 1).getContext('2d');
  const widths = new Map<string, number>();
  let current = '';
  return (text, style) => {
    const font = `${style.slant} ${style.weight} ${style.sizePx} ${style.letterSpacingPx}`;
    const key = `${font} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    // Setting a font costs more than measuring with it.
    if (font !== current) setFont(context, style);
    current = font;
    const { width } = context.measureText(text);
    widths.set(key, width);
    return width;
  };
}

function setFont(context: SKRSContext2D, { sizePx, weight, slant, letterSpacingPx }: LabelStyle): void {
  context.letterSpacing = `${letterSpacingPx}px`;
  context.font = `${slant} ${weight} ${sizePx}px ${BASE_MAP_FONT}`;
}
