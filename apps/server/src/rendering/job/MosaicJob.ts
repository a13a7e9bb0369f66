import type { OutputFormat } from './ImageFormat.ts';
import type { ImageJob } from './ImageJob.ts';
import type { PixelBox } from './tileGrid.ts';

/** One of the images that a mosaic is put together from. */
export interface MosaicTile {
  /** Packed pixels (`encode/rawPixels.ts`), empty for a fully transparent tile, or the job that draws the tile. */
  readonly image: Uint8Array | ImageJob;
  /** Position of the upper left corner on the canvas; a tile may reach beyond the edges. */
  readonly left: number;
  readonly top: number;
  /** Scales the tile down to a square of this many pixels, half its size; it replaces the pixels beneath even where it is empty. */
  readonly halvedToPx?: number;
  /** Parts of the canvas that the tile replaces; all that lies under it by default. */
  readonly within?: readonly PixelBox[];
}

/** Image composed of others, which replace the pixels beneath them; then resampled to its size. */
export interface MosaicJob {
  readonly tiles: readonly MosaicTile[];
  /** True when nobody else uses the packed tiles: they are moved to the worker instead of copied. */
  readonly areTilesMoved?: boolean;
  /** Size of the canvas before resampling. */
  readonly canvasWidth: number;
  readonly canvasHeight: number;
  readonly width: number;
  readonly height: number;
  /** `#rrggbb`; undefined leaves the background transparent. */
  readonly background: string | undefined;
  readonly format: OutputFormat;
}
