import type { AppDeps } from '../../AppDeps.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { toMapOfBlocks } from './blocks/composeMap.ts';
import { readLayerPicture } from './blocks/LayerPicture.ts';
import { type BlockTools, drawBlocks, type Patience } from './drawBlocks.ts';
import type { GetMap } from './parseGetMap.ts';
import { readImageJob } from './readImageJob.ts';

type Deps = Pick<AppDeps, 'database' | 'secrets'> & BlockTools;

/** A map with more objects is put together from blocks, so that its cost is that of its pixels. */
const MOST_OBJECTS = 40_000;

/**
 * A map of a layer: drawn from its objects, or from blocks where there are too many of them. A filter of objects is drawn
 * from the objects in any case.
 */
export async function drawMap(
  deps: Deps,
  scope: LayerScope,
  map: GetMap,
  patience: Patience,
): Promise<Uint8Array> {
  const { database, pool, blocks } = deps;
  const ofBlocks = scope.filters.length === 0 && map.kinds.length > 0 ? toMapOfBlocks(map) : undefined;
  const isKnown = ofBlocks !== undefined && blocks.crowded.has(scope.layer.id, ofBlocks);
  if (!isKnown) {
    const job = await readImageJob(database, scope, map, ofBlocks && { most: MOST_OBJECTS });
    if (job !== undefined) return await pool.draw(job, patience.signal);
  }
  if (ofBlocks === undefined) throw new Error('a map without a limit has been read whole');
  blocks.crowded.note(scope.layer.id, ofBlocks);
  const look = { picture: await readLayerPicture(deps, scope), kinds: map.kinds };
  return await drawBlocks(deps, look, ofBlocks, map, patience);
}
