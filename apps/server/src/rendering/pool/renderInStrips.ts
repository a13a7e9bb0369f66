import { labelText } from '../../layers/labelText.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { joinStrips } from '../encode/pngStrips.ts';
import type { ImageRequest } from '../job/ImageRequest.ts';
import type { ReadImage } from '../job/readImageJob.ts';
import { symbolBuffer } from '../job/symbolBuffer.ts';
import type { ImagePool } from './imagePool.ts';

/** Rows of the smallest image that is worth reading in two queries. */
const MIN_ROWS = 128;
/** Objects within the symbol buffer of the cut are read for both strips: the image must be this many buffers high. */
const MIN_BUFFERS = 16;

/** Images with labels are rendered at once: labels avoid each other across the whole image. */
export const canBeSplit = (
  { layer }: LayerAccess,
  { format, height, pixelRatio, kinds }: ImageRequest,
): boolean =>
  format === 'png' &&
  height >= MIN_ROWS &&
  labelText(layer.geomStyle) === undefined &&
  height >= MIN_BUFFERS * symbolBuffer(layer, kinds) * pixelRatio;

interface StripOptions {
  readonly pool: ImagePool;
  readonly signal: AbortSignal;
  /** Limit for both strips together. */
  readonly maxObjects: number;
  readonly read: (strip: ImageRequest) => Promise<ReadImage | undefined>;
}

/**
 * Renders a PNG in two strips, which are read, drawn and compressed in parallel, each as soon as the database has read it.
 * Returns undefined when there are more than `maxObjects` objects.
 */
export async function renderInStrips(
  request: ImageRequest,
  { pool, signal, maxObjects, read }: StripOptions,
): Promise<Uint8Array | undefined> {
  const failed = new AbortController();
  const until = AbortSignal.any([signal, failed.signal]);
  let count = 0;
  try {
    const strips = await Promise.all(
      splitInHalves(request).map(async (strip) => {
        const found = await read(strip);
        until.throwIfAborted();
        count += found?.count ?? Infinity;
        if (found === undefined || count > maxObjects) throw tooManyObjects;
        return await pool.render({ ...found.job, format: 'strip' }, until);
      }),
    );
    return joinStrips(strips, request);
  } catch (error) {
    // Without this strip the other one is useless.
    failed.abort(error);
    if (error === tooManyObjects) return undefined;
    throw error;
  }
}

const tooManyObjects = new Error('more objects than one image is rendered from');

function splitInHalves(request: ImageRequest): readonly [upper: ImageRequest, lower: ImageRequest] {
  const { width, height, extent } = request;
  const [minX, minY, maxX, maxY] = extent;
  const rows = Math.ceil(height / 2);
  const y = maxY - ((maxY - minY) * rows) / height;
  return [
    { ...request, width, height: rows, extent: [minX, y, maxX, maxY] },
    { ...request, width, height: height - rows, extent: [minX, minY, maxX, y] },
  ];
}
