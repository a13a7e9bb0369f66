import type { BaseMapScheme } from './baseMapColors.ts';

/** A tile of a base map: 512 px show what four tiles of 256 px of the next zoom show. */
export interface GroundTile {
  readonly z: number;
  readonly x: number;
  /** Row, counted from the north. */
  readonly y: number;
  readonly sizePx: 256 | 512;
  /** 4 is for paper. */
  readonly pixelRatio: 1 | 2 | 4;
  readonly scheme: BaseMapScheme;
}

/** Parts of a tile; names lie on a transparent ground, so that a map can show them above its data. */
export type TilePart = 'whole' | 'ground' | 'names';

/** A square of the world in pixels of one zoom, counted from the world's north-west corner. */
export interface GroundView {
  /** Zoom of tiles of 256 px: the one of the style. */
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly sizePx: number;
}

export const toGroundView = ({ z, x, y, sizePx }: Omit<GroundTile, 'scheme' | 'pixelRatio'>): GroundView => ({
  zoom: z + Math.log2(sizePx / 256),
  left: x * sizePx,
  top: y * sizePx,
  sizePx,
});
