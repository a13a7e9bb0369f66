import { limits } from '@pgis/contract';
import type { MosaicTile } from '../job/MosaicJob.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { type PoolOptions, RenderPool } from './RenderPool.ts';

/** The pool that renders images, legends and mosaics of layers. */
export type ImagePool = RenderPool<RenderJob>;

export const createImagePool = (
  size: number,
  options: Partial<Pick<PoolOptions<RenderJob>, 'times' | 'nice'>> = {},
): ImagePool =>
  new RenderPool({
    worker: new URL('../draw/worker.ts', import.meta.url),
    size,
    times: limits.image,
    label: 'Rendering an image',
    transferOf: listBuffers,
    ...options,
  });

function listBuffers(job: RenderJob): ArrayBuffer[] {
  if ('tiles' in job) return job.tiles.flatMap((tile) => listTileBuffers(tile, job.areTilesMoved));
  return 'geometries' in job ? [job.geometries.buffer] : [];
}

function listTileBuffers({ image }: MosaicTile, isMoved = false): ArrayBuffer[] {
  if (!(image instanceof Uint8Array)) return listBuffers(image);
  return isMoved && image.buffer instanceof ArrayBuffer ? [image.buffer] : [];
}
