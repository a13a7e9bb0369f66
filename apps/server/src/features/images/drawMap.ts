import type { AppDeps } from '../../AppDeps.ts';
import type { DrawingPool } from '../../map-images/DrawingPool.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { composeBox, toMapOfBlocks } from './blocks/composeMap.ts';
import type { ImageBlocks } from './blocks/ImageBlocks.ts';
import { readLayerPicture } from './blocks/LayerPicture.ts';
import type { GetMap } from './parseGetMap.ts';
import { readImageJob } from './readImageJob.ts';

interface Deps extends Pick<AppDeps, 'database' | 'secrets'> {
  readonly pool: DrawingPool;
  readonly blocks: ImageBlocks;
}

/** A map with more objects is put together from blocks, so that its cost is that of its pixels. */
const MOST_OBJECTS = 40_000;

/**
 * A map of a layer: drawn from its objects, or from blocks where there are too many of them. A filter of objects is drawn
 * from the objects in any case.
 */
export async function drawMap(deps: Deps, scope: LayerScope, map: GetMap): Promise<Uint8Array> {
  const ofBlocks = scope.filters.length === 0 && map.kinds.length > 0 ? toMapOfBlocks(map) : undefined;
  const isKnown = ofBlocks !== undefined && deps.blocks.crowded.has(scope.layer.id, ofBlocks);
  if (!isKnown) {
    const job = await readImageJob(deps.database, scope, map, ofBlocks && { most: MOST_OBJECTS });
    if (job !== undefined) return await deps.pool.draw(job);
  }
  if (ofBlocks === undefined) throw new Error('a map without a limit has been read whole');
  deps.blocks.crowded.note(scope.layer.id, ofBlocks);
  const look = { picture: await readLayerPicture(deps, scope), kinds: map.kinds };
  return await composeBox(deps, look, ofBlocks, map);
}
