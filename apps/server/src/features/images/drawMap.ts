import type { AppDeps } from '../../AppDeps.ts';
import type { DrawingPool } from '../../map-images/DrawingPool.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { composeBox, toMapOfBlocks } from './blocks/composeMap.ts';
import type { ImageBlocks } from './blocks/ImageBlocks.ts';
import { readLayerPicture } from './blocks/LayerPicture.ts';
import type { OverviewPainter } from './blocks/OverviewPainter.ts';
import type { GetMap } from './parseGetMap.ts';
import { readImageJob } from './readImageJob.ts';
import { withinTime } from './withinTime.ts';

interface Deps extends Pick<AppDeps, 'database' | 'secrets'> {
  readonly pool: DrawingPool;
  readonly blocks: ImageBlocks;
  readonly overviews: OverviewPainter;
}

/** A map with more objects is put together from blocks, so that its cost is that of its pixels. */
const MOST_OBJECTS = 40_000;

/** Who waits for a picture, and how long before being told to ask again. */
export interface Patience {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/**
 * A map of a layer: drawn from its objects, or from blocks where there are too many of them. A filter of objects is drawn
 * from the objects in any case.
 */
export async function drawMap(
  deps: Deps,
  scope: LayerScope,
  map: GetMap,
  { signal, waitMs }: Patience,
): Promise<Uint8Array> {
  const { database, pool, blocks, overviews } = deps;
  const ofBlocks = scope.filters.length === 0 && map.kinds.length > 0 ? toMapOfBlocks(map) : undefined;
  const isKnown = ofBlocks !== undefined && blocks.crowded.has(scope.layer.id, ofBlocks);
  if (!isKnown) {
    const job = await readImageJob(database, scope, map, ofBlocks && { most: MOST_OBJECTS });
    if (job !== undefined) return await pool.draw(job, signal);
  }
  if (ofBlocks === undefined) throw new Error('a map without a limit has been read whole');
  blocks.crowded.note(scope.layer.id, ofBlocks);
  const look = { picture: await readLayerPicture(deps, scope), kinds: map.kinds };
  return await withinTime(signal, waitMs, {
    work: (until) => composeBox({ blocks, pool, signal: until }, look, ofBlocks, map),
    onLate: () => overviews.want(look, ofBlocks),
  });
}
