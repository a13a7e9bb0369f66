import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { TILE_PX } from '../../../rendering/job/tileGrid.ts';
import type { MapAsset, MapPart } from '../MapAsset.ts';
import { type BaseMapColors, baseMapColors } from './baseMapColors.ts';
import {
  type Label,
  type LabelStyle,
  type LabelsByTile,
  layOutLabels,
  type MeasureText,
} from './layOutLabels.ts';
import { strokeLines, traceAreas } from './mapPaths.ts';
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

/** Draws sea, land, cities, lakes, rivers and borders, in this order. */
function drawMap(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  const { level, zoom } = view;
  context.fillStyle = colors.water;
  context.fillRect(0, 0, TILE_PX, TILE_PX);
  const land = traceAreas(level.layers.land, view);
  context.fillStyle = colors.land;
  context.fill(land.area, 'evenodd');

  const onLand = (draw: () => void): void => {
    if (land.cover === 'none') return;
    context.save();
    // Municipalities are coarser than the coast and reach into the sea.
    if (land.cover === 'some') context.clip(land.area, 'evenodd');
    draw();
    context.restore();
  };
  if (zoom >= MUNICIPALITIES_FROM_ZOOM) {
    const cities = traceAreas(level.layers.cityAreas, view);
    if (cities.cover !== 'none') {
      onLand(() => {
        context.fillStyle = colors.builtUp;
        context.fill(cities.area, 'evenodd');
      });
    }
  }

  const lakes = traceAreas(level.layers.lakes, view);
  context.fillStyle = colors.water;
  context.fill(lakes.area, 'evenodd');
  context.strokeStyle = colors.shore;
  context.lineWidth = zoom >= 9 ? 1 : 0.75;
  context.stroke(land.shore);
  context.stroke(lakes.shore);
  drawRivers(context, colors, view);

  if (zoom >= MUNICIPALITIES_FROM_ZOOM && level.layers.municipalBorders.length > 0) {
    onLand(() => drawMunicipalBorders(context, colors, view));
  }
  if (zoom >= COUNTRIES_FROM_ZOOM) drawCountryBorders(context, colors, view);
}

const MUNICIPALITIES_FROM_ZOOM = 8;
const COUNTRIES_FROM_ZOOM = 4;

/** Width of the Daugava by zoom from 0; true to scale from zoom 11 on. */
const MAX_RIVER_PX = [0, 0, 0, 0, 0, 1, 1.3, 1.7, 2.2, 3, 5, 9, 14];
/** Divisors of that width by width class from 1. */
const RIVER_WIDTH_DIVISORS = [1, 1.8, 2.6];

function drawRivers(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  const widest = MAX_RIVER_PX[Math.min(view.zoom, MAX_RIVER_PX.length - 1)] ?? 0;
  if (widest === 0) return;
  context.save();
  context.strokeStyle = colors.water;
  context.lineCap = 'round';
  for (const [i, divisor] of RIVER_WIDTH_DIVISORS.entries()) {
    const ofClass = (part: MapPart): boolean => part.widthClass === i + 1;
    context.lineWidth = widest / divisor;
    strokeLines(context, view.level.layers.rivers.filter(ofClass), view);
  }
  context.restore();
}

function drawMunicipalBorders(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  context.strokeStyle = colors.border;
  context.globalAlpha = view.zoom === MUNICIPALITIES_FROM_ZOOM ? 0.5 : 0.75;
  context.lineWidth = 1;
  context.setLineDash([5, 3]);
  strokeLines(context, view.level.layers.municipalBorders, view);
}

function drawCountryBorders(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  const { countryBorders } = view.level.layers;
  const isNear = view.zoom >= 7;
  context.save();
  context.strokeStyle = colors.border;
  context.globalAlpha = 0.18;
  context.lineWidth = isNear ? 6 : 3;
  strokeLines(context, countryBorders, view);
  context.globalAlpha = 1;
  context.lineWidth = isNear ? 1.25 : 0.9;
  strokeLines(context, countryBorders, view);
  context.restore();
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
