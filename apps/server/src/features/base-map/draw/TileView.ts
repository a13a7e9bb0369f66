import type { Box } from '../../../rendering/raster/clipRing.ts';
import { FINEST_GRID_BITS, type MapAsset, type MapCity, type MapLevel } from '../MapAsset.ts';
import type { GroundView } from './GroundTile.ts';

/** CSS pixels; more than half of the widest line, so that no cut end is visible. */
const MARGIN_PX = 24;
/** From this zoom on the lines of rivers keep their width on the ground. */
export const LAST_RIVER_ZOOM = 12;

/** Conversion of a grid of the map to pixels of a tile. */
export interface GridView {
  /** The tile with a margin, in the grid. */
  readonly box: Box;
  readonly isCutX: (x: number) => boolean;
  readonly isCutY: (y: number) => boolean;
  readonly pixelsPerCell: number;
  readonly left: number;
  readonly top: number;
}

/** The level of the map that a tile shows. */
export interface TileView extends GridView, GroundView {
  readonly level: MapLevel;
  readonly cityLayers: MapCity['layers'];
  /** View of the grid of `cityLayers`. */
  readonly city: GridView;
}

export function toTileView(map: MapAsset, view: GroundView): TileView {
  const level = map.levels.find(({ maxZoom }) => view.zoom <= maxZoom) ?? map.levels.at(-1);
  if (!level) throw new Error('The base map has no levels; build it again');
  return {
    ...view,
    ...toGridView(view, level.gridBits, map.cuts),
    level,
    cityLayers: map.city.layers,
    city: toGridView(view, map.city.gridBits, map.cuts),
  };
}

function toGridView(
  { zoom, left, top, sizePx }: GroundView,
  gridBits: number,
  cuts: MapAsset['cuts'],
): GridView {
  const pixelsPerCell = 2 ** (zoom + 8 - gridBits);
  const marginPx = MARGIN_PX * 2 ** Math.max(zoom - LAST_RIVER_ZOOM, 0);
  return {
    box: [
      (left - marginPx) / pixelsPerCell,
      (top - marginPx) / pixelsPerCell,
      (left + sizePx + marginPx) / pixelsPerCell,
      (top + sizePx + marginPx) / pixelsPerCell,
    ],
    ...toCutTests(cuts, gridBits),
    ...{ pixelsPerCell, left, top },
  };
}

export function toCutTests(cuts: MapAsset['cuts'], gridBits: number) {
  const cell = 2 ** (FINEST_GRID_BITS - gridBits);
  const x = new Set(cuts.x.map((cut) => Math.round(cut / cell)));
  const y = new Set(cuts.y.map((cut) => Math.round(cut / cell)));
  return { isCutX: (value: number) => x.has(value), isCutY: (value: number) => y.has(value) };
}
