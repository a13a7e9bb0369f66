import type { DrawingPool } from '../../map-images/DrawingPool.ts';
import type { MapOfBlocks } from './blocks/blockGrid.ts';
import { composeBox, type Target } from './blocks/composeMap.ts';
import type { BlockLook, ImageBlocks } from './blocks/ImageBlocks.ts';
import type { OverviewPainter } from './blocks/OverviewPainter.ts';
import { withinTime } from './withinTime.ts';

/** What pictures of blocks are drawn with. */
export interface BlockTools {
  readonly pool: DrawingPool;
  readonly blocks: ImageBlocks;
  readonly overviews: OverviewPainter;
}

/** Who waits for a picture, and how long before being told to ask again. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/** A part of a level as a picture of some size; what takes longer than anybody waits is drawn on beside the overviews. */
export const drawBlocks = (
  { pool, blocks, overviews }: BlockTools,
  look: BlockLook,
  map: MapOfBlocks,
  target: Target,
  { signal, waitMs }: Patience,
): Promise<Uint8Array> =>
  withinTime(signal, waitMs, {
    work: (until) => composeBox({ blocks, pool, signal: until }, look, map, target),
    onLate: () => overviews.want(look, map),
  });
