import { TILE_PX, tileBox } from '../../../rendering/job/tileGrid.ts';
import type { Box } from '../../../rendering/raster/clipRing.ts';
import { FINEST_GRID_BITS, type MapAsset, type MapLevel } from '../MapAsset.ts';
import type { BaseMapScheme } from './baseMapColors.ts';

export interface BaseMapTile {
  readonly z: number;
  readonly x: number;
  /** Row, counted from the north. */
  readonly y: number;
  readonly scheme: BaseMapScheme;
  readonly pixelRatio: 1 | 2;
}

/** CSS pixels; more than half of the widest line, so that no cut end is visible. */
const MARGIN_PX = 24;

/** The level of the map that a tile shows, and the conversion of its grid to pixels of the tile. */
export interface TileView {
  readonly zoom: number;
  readonly level: MapLevel;
  /** The tile with a margin, in the level's grid. */
  readonly box: Box;
  readonly isCutX: (x: number) => boolean;
  readonly isCutY: (y: number) => boolean;
  readonly pixelsPerCell: number;
  readonly left: number;
  readonly top: number;
}

export function toTileView(map: MapAsset, { z, x, y }: Pick<BaseMapTile, 'z' | 'x' | 'y'>): TileView {
  const level = map.levels.find(({ maxZoom }) => z <= maxZoom) ?? map.levels.at(-1);
  if (!level) throw new Error('The base map has no levels; build it again');
  const pixelsPerCell = 2 ** (z + 8 - level.gridBits);
  const { left, top, width, height } = tileBox({ x, y }, TILE_PX);
  return {
    zoom: z,
    level,
    box: [
      (left - MARGIN_PX) / pixelsPerCell,
      (top - MARGIN_PX) / pixelsPerCell,
      (left + width + MARGIN_PX) / pixelsPerCell,
      (top + height + MARGIN_PX) / pixelsPerCell,
    ],
    ...toCutTests(map.cuts, level.gridBits),
    pixelsPerCell,
    left,
    top,
  };
}

export function toCutTests(cuts: MapAsset['cuts'], gridBits: number) {
  const cell = 2 ** (FINEST_GRID_BITS - gridBits);
  const x = new Set(cuts.x.map((cut) => Math.round(cut / cell)));
  const y = new Set(cuts.y.map((cut) => Math.round(cut / cell)));
  return { isCutX: (value: number) => x.has(value), isCutY: (value: number) => y.has(value) };
}
