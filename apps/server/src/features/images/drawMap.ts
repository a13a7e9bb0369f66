import type { AppDeps } from '../../AppDeps.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { toMapOfBlocks } from './blocks/composeMap.ts';
import { readLayerPicture } from './blocks/LayerPicture.ts';
import { type BlockTools, drawBlocks, type Patience } from './drawBlocks.ts';
import { canBeHalved, drawHalves } from './drawHalves.ts';
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
  const { blocks } = deps;
  const ofBlocks = scope.filters.length === 0 && map.kinds.length > 0 ? toMapOfBlocks(map) : undefined;
  const isKnown = ofBlocks !== undefined && blocks.crowded.has(scope.layer.id, ofBlocks);
  if (!isKnown) {
    const picture = await drawObjects(deps, scope, map, ofBlocks ? MOST_OBJECTS : Infinity, patience.signal);
    if (picture !== undefined) return picture;
  }
  if (ofBlocks === undefined) throw new Error('a map without a limit has been read whole');
  blocks.crowded.note(scope.layer.id, ofBlocks);
  const look = { picture: await readLayerPicture(deps, scope), kinds: map.kinds };
  return await drawBlocks(deps, look, ofBlocks, map, patience);
}

/** Undefined when there are more objects than `most`. While workers are free two of them share a picture. */
async function drawObjects(
  { database, pool }: Deps,
  scope: LayerScope,
  map: GetMap,
  most: number,
  signal: AbortSignal,
): Promise<Uint8Array | undefined> {
  const limit = most === Infinity ? {} : { most };
  const read = (part: GetMap) => readImageJob(database, scope, part, limit);
  if (pool.free > 1 && map.kinds.length > 0 && canBeHalved(scope, map))
    return await drawHalves(map, { pool, signal, most, read });
  const whole = await read(map);
  return whole && (await pool.draw(whole.job, signal));
}
