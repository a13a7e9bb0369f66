import type { Secrets } from '../../access/Secrets.ts';
import type { Database } from '../../db/openDatabase.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import type { ImageRequest } from '../../rendering/job/ImageRequest.ts';
import { zoomOf } from '../../rendering/job/imageZoom.ts';
import { readImageJob } from '../../rendering/job/readImageJob.ts';
import { toLevelWindow } from '../../rendering/metatiles/composeWindow.ts';
import { readLayerRendering } from '../../rendering/metatiles/LayerRendering.ts';
import { type MetatileTools, renderFromMetatiles } from '../../rendering/metatiles/renderFromMetatiles.ts';
import type { WaitLimit } from '../../rendering/metatiles/waitLimit.ts';
import { canBeSplit, renderInStrips } from '../../rendering/pool/renderInStrips.ts';

interface Deps extends MetatileTools {
  readonly database: Database;
  readonly secrets: Secrets;
}

/** A map with more objects is rendered from metatiles, so that its cost depends on its pixels only. */
const MAX_OBJECTS = 40_000;

interface MapRequest {
  readonly request: ImageRequest;
  readonly limit: WaitLimit;
  /** Seconds for which a map from metatiles may lack a change. */
  readonly maxAgeS?: number;
}

/**
 * Renders a map of a layer: from its objects, or from metatiles where there are too many of them. With a filter, or where
 * metatiles do not fit the map, it is always rendered from the objects.
 */
export async function renderMap(
  deps: Deps,
  scope: LayerAccess,
  { request, limit, maxAgeS = 0 }: MapRequest,
): Promise<Uint8Array> {
  const { denseAreas } = deps.metatiles;
  const window = scope.filters.length === 0 && request.kinds.length > 0 ? toLevelWindow(request) : undefined;
  const isDense = window !== undefined && denseAreas.has(scope.layer.id, window);
  if (!isDense) {
    const maxObjects = window ? MAX_OBJECTS : Infinity;
    const image = await renderObjects(deps, scope, { request, maxObjects, signal: limit.signal });
    if (image !== undefined) return image;
  }
  if (window === undefined) throw new Error('an image without an object limit was not rendered');
  denseAreas.add(scope.layer.id, window);
  const { kinds } = request;
  const key = { rendering: await readLayerRendering(deps, scope), kinds, zoom: zoomOf(request) };
  const { image } = await renderFromMetatiles(deps, { key, window, target: request, maxAgeS }, limit);
  return image;
}

interface ObjectsRequest {
  readonly request: ImageRequest;
  readonly maxObjects: number;
  readonly signal: AbortSignal;
}

/** Returns undefined when there are more objects than `maxObjects`. While several workers are free, two share the image. */
async function renderObjects(
  { database, pool }: Deps,
  scope: LayerAccess,
  { request, maxObjects, signal }: ObjectsRequest,
): Promise<Uint8Array | undefined> {
  // Both strips are drawn as at one zoom, whatever projection cuts them.
  const options = { zoom: zoomOf(request), ...(maxObjects !== Infinity && { maxObjects }) };
  const read = (part: ImageRequest) => pool.expect(() => readImageJob(database, scope, part, options));
  if (pool.free > 1 && request.kinds.length > 0 && canBeSplit(scope, request))
    return await renderInStrips(request, { pool, signal, maxObjects, read });
  const whole = await read(request);
  return whole && (await pool.render(whole.job, signal));
}
