import type { SKRSContext2D } from '@napi-rs/canvas';
import type { MapPart } from '../MapAsset.ts';
import type { BaseMapColors } from './baseMapColors.ts';
import { drawGrid } from './drawGrid.ts';
import { drawStreets } from './drawStreets.ts';
import { type AreaPaths, strokeLines, traceAreas } from './mapPaths.ts';
import { LAST_RIVER_ZOOM, type TileView } from './TileView.ts';

/** Draws sea, land, built-up areas, lakes, rivers, borders, streets and the grid, in this order. */
export function drawMap(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  const { level, zoom } = view;
  const land = drawSeaAndLand(context, colors, view);

  const onLand = (draw: () => void): void => {
    if (land.cover === 'none') return;
    context.save();
    // Municipalities are coarser than the coast and reach into the sea.
    if (land.cover === 'some') context.clip(land.area, 'evenodd');
    draw();
    context.restore();
  };
  if (zoom >= MUNICIPALITIES_FROM_ZOOM) {
    const areas = [
      ...(zoom <= CITY_AREAS_TO_ZOOM ? [traceAreas(level.layers.cityAreas, view)] : []),
      traceAreas(view.cityLayers.builtUp, view.city),
    ].filter(({ cover }) => cover !== 'none');
    if (areas.length > 0)
      onLand(() => {
        context.fillStyle = colors.builtUp;
        for (const { area } of areas) context.fill(area, 'evenodd');
      });
  }

  const lakes = traceAreas(level.layers.lakes, view);
  context.fillStyle = colors.water;
  context.fill(lakes.area, 'evenodd');
  context.strokeStyle = colors.shore;
  context.lineWidth = zoom >= 9 ? 1 : 0.75;
  context.stroke(land.shore);
  context.stroke(lakes.shore);
  drawRivers(context, colors, view);

  if (
    zoom >= MUNICIPALITIES_FROM_ZOOM &&
    zoom <= MUNICIPALITIES_TO_ZOOM &&
    level.layers.municipalBorders.length > 0
  ) {
    onLand(() => drawMunicipalBorders(context, colors, view));
  }
  if (zoom >= COUNTRIES_FROM_ZOOM) drawCountryBorders(context, colors, view);
  drawStreets(context, colors, view);
  drawGrid(context, colors, view);
}

const MUNICIPALITIES_FROM_ZOOM = 8;
const MUNICIPALITIES_TO_ZOOM = 15;
/** Nearer, it shows that whole municipalities are not built up. */
const CITY_AREAS_TO_ZOOM = 10;
const COUNTRIES_FROM_ZOOM = 4;

/** Width of the Daugava by zoom from 0; about that on the ground from zoom 11 on. */
const MAX_RIVER_PX = [0, 0, 0, 0, 0, 1, 1.3, 1.7, 2.2, 3, 5, 9, 14];
/** Divisors of that width by width class from 1; the last class is too coarse for near zooms. */
const riverClasses: readonly { divisor: number; minZoom?: number; maxZoom?: number }[] = [
  { divisor: 1 },
  { divisor: 1.8 },
  { divisor: 2.6 },
  { divisor: 2.6, minZoom: 7, maxZoom: 9 },
];

function drawRivers(context: SKRSContext2D, colors: BaseMapColors, view: TileView): void {
  const { zoom } = view;
  const atLast = 2 ** Math.max(zoom - LAST_RIVER_ZOOM, 0);
  const widest = (MAX_RIVER_PX[Math.min(zoom, LAST_RIVER_ZOOM)] ?? 0) * atLast;
  if (widest === 0) return;
  context.save();
  context.strokeStyle = colors.water;
  context.lineCap = 'round';
  for (const [i, { divisor, minZoom = 0, maxZoom = Infinity }] of riverClasses.entries()) {
    if (zoom < minZoom || zoom > maxZoom) continue;
    const ofClass = (part: MapPart): boolean => part.widthClass === i + 1;
    context.lineWidth = widest / divisor;
    strokeLines(context, view.level.layers.rivers.filter(ofClass), view);
  }
  context.restore();
  context.fillStyle = colors.water;
  context.fill(traceAreas(view.cityLayers.riverAreas, view.city).area, 'evenodd');
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

/** Draws the sea and the land in plain colours, without anything on the land. Returns the paths of the land. */
function drawSeaAndLand(context: SKRSContext2D, colors: BaseMapColors, view: TileView): AreaPaths {
  context.fillStyle = colors.water;
  context.fillRect(0, 0, view.sizePx, view.sizePx);
  const land = traceAreas(view.level.layers.land, view);
  context.fillStyle = colors.land;
  context.fill(land.area, 'evenodd');
  return land;
}
