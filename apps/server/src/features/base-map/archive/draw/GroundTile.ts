import type { BaseMapScheme } from '../../draw/baseMapColors.ts';
import type { TileAddress } from '../reader/TileArchive.ts';

/** Pixels of the tiles of the embedded map. */
export const EMBEDDED_PX = 256;

/** A tile to be drawn: 512 px show what four tiles of 256 px of the next zoom show. */
export interface GroundTile extends TileAddress {
  readonly sizePx: 256 | 512;
  readonly pixelRatio: 1 | 2;
  readonly scheme: BaseMapScheme;
}

/** A square of the world in pixels of one zoom, counted from the world's north-west corner. */
export interface GroundView {
  /** Zoom of tiles of 256 px: the one of the style. */
  readonly zoom: number;
  readonly left: number;
  readonly top: number;
  readonly sizePx: number;
}

export const toGroundView = ({ z, x, y, sizePx }: GroundTile): GroundView => ({
  zoom: z + Math.log2(sizePx / 256),
  left: x * sizePx,
  top: y * sizePx,
  sizePx,
});
