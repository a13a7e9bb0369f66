import { type Extent, HALF_WORLD_M } from '@pgis/geo';
import { type PixelBox, TILE_PX } from '../job/tileGrid.ts';

/** Metatiles are squares of this many pixels, on a grid that starts at the world's upper left corner. */
export const METATILE_PX = 1_024;

/** Levels per zoom: level 2z is zoom z. A map between two levels is resampled by at most 19 %, 9 % on average. */
export const levelsPerZoom = 2;

/** Address of a metatile in the grid. */
export interface Metatile {
  readonly level: number;
  readonly x: number;
  /** Row, counted from the north. */
  readonly y: number;
  /** Metatile pixels per CSS pixel. */
  readonly pixelRatio: number;
}

export const toLevel = (zoom: number): number => levelsPerZoom * zoom;

/** Metres of EPSG:3857 per pixel. */
export const levelResolution = (level: number): number =>
  (2 * HALF_WORLD_M) / TILE_PX / 2 ** (level / levelsPerZoom);

export const nearestLevel = (resolution: number): number =>
  Math.round(levelsPerZoom * Math.log2((2 * HALF_WORLD_M) / TILE_PX / resolution));

export function metatileExtent({ level, x, y }: Pick<Metatile, 'level' | 'x' | 'y'>): Extent {
  const side = METATILE_PX * levelResolution(level);
  return [
    x * side - HALF_WORLD_M,
    HALF_WORLD_M - (y + 1) * side,
    (x + 1) * side - HALF_WORLD_M,
    HALF_WORLD_M - y * side,
  ];
}

/** A map as a rectangle of pixels of a level. */
export interface LevelWindow {
  readonly level: number;
  readonly box: PixelBox;
  readonly pixelRatio: number;
}

/** Returns the whole pixels of a level that are closest to an extent. */
export function toPixelBox([minX, minY, maxX, maxY]: Readonly<Extent>, level: number): PixelBox {
  const resolution = levelResolution(level);
  return {
    left: Math.round((minX + HALF_WORLD_M) / resolution),
    top: Math.round((HALF_WORLD_M - maxY) / resolution),
    width: Math.max(1, Math.round((maxX - minX) / resolution)),
    height: Math.max(1, Math.round((maxY - minY) / resolution)),
  };
}

/** The metatile that shows the whole world. */
export const rootMetatile: Metatile = {
  level: levelsPerZoom * Math.log2(METATILE_PX / TILE_PX),
  x: 0,
  y: 0,
  pixelRatio: 1,
};

/** Lists the metatiles under a window, row by row; none outside the world. */
export function listMetatiles({ level, box, pixelRatio }: LevelWindow): Metatile[] {
  const last = Math.ceil((TILE_PX * 2 ** (level / levelsPerZoom)) / METATILE_PX) - 1;
  const clamp = (pixel: number) => Math.min(last, Math.max(0, Math.floor(pixel / METATILE_PX)));
  const metatiles: Metatile[] = [];
  for (let y = clamp(box.top); y <= clamp(box.top + box.height - 1); y++)
    for (let x = clamp(box.left); x <= clamp(box.left + box.width - 1); x++)
      metatiles.push({ level, x, y, pixelRatio });
  return metatiles;
}

/** Symbols are enlarged at most this much for children: beyond it lines would be wider than the polygons they outline. */
const MAX_PIXEL_RATIO = 8;

/** Past this level a metatile is not composed of children, however many objects lie on one point. */
export const MAX_LEVEL = levelsPerZoom * 24;

/** The four metatiles of the next zoom that cover the same area. */
export const children = ({ level, x, y, pixelRatio }: Metatile): Metatile[] =>
  [0, 1].flatMap((row) =>
    [0, 1].map((column) => ({
      level: level + levelsPerZoom,
      x: 2 * x + column,
      y: 2 * y + row,
      pixelRatio,
    })),
  );

/** The four metatiles that show the same at twice the size, symbols included: a quarter of the objects each. */
export const enlargedChildren = (metatile: Metatile): Metatile[] =>
  children({ ...metatile, pixelRatio: Math.min(MAX_PIXEL_RATIO, 2 * metatile.pixelRatio) });
