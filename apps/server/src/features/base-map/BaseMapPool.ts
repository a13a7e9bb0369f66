import { RenderError, RenderPool } from '../../rendering/pool/RenderPool.ts';
import type { ArchiveFileTile, ArchiveImage } from './archive/OpenArchives.ts';
import type { BaseMapTile } from './draw/createTileDrawer.ts';

/** Far above the milliseconds that a tile takes: only a worker that is stuck needs so long. */
const times = { drawMs: 60_000, queueMs: 60_000 };

/**
 * The worker that draws tiles of the base maps, one after the other. It is not shared with the images of layers: it holds
 * the decoded map and the positions of all labels, which the other workers need not have in memory.
 */
export class BaseMapPool {
  readonly #pool: RenderPool<BaseMapTile | ArchiveFileTile | ArchiveImage>;

  /** Tiles beyond `maxQueued` waiting ones are rejected with IMAGE_QUEUE_FULL. */
  constructor({ maxQueued }: { maxQueued: number }) {
    this.#pool = new RenderPool({
      worker: new URL('./draw/worker.ts', import.meta.url),
      size: 1,
      times,
      maxQueued,
      label: 'Drawing a tile of the base map',
    });
  }

  /** Returns a PNG, or the stored image of an archive of images. */
  async draw(tile: BaseMapTile | ArchiveFileTile | ArchiveImage): Promise<Buffer> {
    return Buffer.from((await this.#pool.render(tile)).buffer);
  }

  /** Starts the worker, which then has decoded the map. */
  warm(): Promise<void> {
    return this.#pool.warm();
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Tells whether a tile failed because its archive cannot be read; ArchiveError itself stays in the worker. */
export const isArchiveError = (error: unknown): boolean =>
  error instanceof RenderError && error.workerError === 'ArchiveError';
