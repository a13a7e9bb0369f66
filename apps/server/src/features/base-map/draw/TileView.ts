import type { Box } from '../../../rendering/raster/clipRing.ts';
import { FINEST_GRID_BITS, type MapAsset, type MapLevel } from '../MapAsset.ts';
import type { GroundView } from './GroundTile.ts';

/** CSS pixels; more than half of the widest line, so that no cut end is visible. */
const MARGIN_PX = 24;

/** The level of the map that a tile shows, and the conversion of its grid to pixels of the tile. */
export interface TileView {
  readonly zoom: number;
  readonly sizePx: number;
  readonly level: MapLevel;
  /** The tile with a margin, in the level's grid. */
  readonly box: Box;
  readonly isCutX: (x: number) => boolean;
  readonly isCutY: (y: number) => boolean;
  readonly pixelsPerCell: number;
  readonly left: number;
  readonly top: number;
}

export function toTileView(map: MapAsset, { zoom, left, top, sizePx }: GroundView): TileView {
  const level = map.levels.find(({ maxZoom }) => zoom <= maxZoom) ?? map.levels.at(-1);
  if (!level) throw new Error('The base map has no levels; build it again');
  const pixelsPerCell = 2 ** (zoom + 8 - level.gridBits);
  return {
    ...{ zoom, sizePx, level, pixelsPerCell, left, top },
    box: [
      (left - MARGIN_PX) / pixelsPerCell,
      (top - MARGIN_PX) / pixelsPerCell,
      (left + sizePx + MARGIN_PX) / pixelsPerCell,
      (top + sizePx + MARGIN_PX) / pixelsPerCell,
    ],
    ...toCutTests(map.cuts, level.gridBits),
  };
}

export function toCutTests(cuts: MapAsset['cuts'], gridBits: number) {
  const cell = 2 ** (FINEST_GRID_BITS - gridBits);
  const x = new Set(cuts.x.map((cut) => Math.round(cut / cell)));
  const y = new Set(cuts.y.map((cut) => Math.round(cut / cell)));
  return { isCutX: (value: number) => x.has(value), isCutY: (value: number) => y.has(value) };
}
