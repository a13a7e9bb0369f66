import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { FileLock } from '../../../db/embedded/FileLock.ts';
import { DrawingPool } from '../../../map-images/DrawingPool.ts';
import { findShownLayers, type LayerScope, layerRights, showsAtZoom } from '../../classifiers/index.ts';
import { countInExtent, objectKinds, totalOf } from '../../objects/index.ts';
import {
  type Block,
  blockExtent,
  levelsAZoom,
  listBlocks,
  type MapOfBlocks,
  quartersOf,
  rootBlock,
} from './blockGrid.ts';
import type { BlockLook, ImageBlocks } from './ImageBlocks.ts';
import { anybody, readLayerPicture } from './LayerPicture.ts';
import { listLayerStates, readChangeSteps } from './layerStates.ts';
import { WriterWatch } from './WriterWatch.ts';

interface Options {
  readonly deps: Pick<AppDeps, 'database' | 'secrets' | 'config'>;
  readonly blocks: ImageBlocks;
  /** Draws for those who ask: it goes first. */
  readonly pool: DrawingPool;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Objects in a block from which on it is drawn ahead. */
  readonly manyObjects?: number;
}

/** Views are twice as large as a block; those of more than 40 000 objects are put together from blocks. */
const MANY_OBJECTS = 15_000;
/** The embedded engine answers nobody else while it is read. */
const MANY_OBJECTS_EMBEDDED = 40_000;
const LOOK_EVERY_MS = 3_000;
/** A layer that never rests, as during an import, is drawn so often nevertheless. */
const RESTLESS_MS = 300_000;
/** How long one part waits for those who ask. */
const YIELD_MS = 2_000;
const AGAIN_MS = 25;
/** Of its thread: requests and imports go first where there are few processors. */
const NICE = 10;
/** Maps that wait to be drawn; whoever asks for more asks again anyway. */
const MOST_WANTED = 100;
const patient = { drawMs: 60_000, queueMs: 600_000, nice: NICE };
const kinds = Object.values(objectKinds);

interface Watched {
  /** At the last look. */
  state: string;
  /** When it was first seen to differ from what was drawn. */
  changedAt: number;
  drawn: string;
}

/**
 * Draws overviews before anybody asks for them: of each layer with many objects the blocks of whole zooms, from the world
 * down to where a view has few enough to be drawn at once. It begins when the server starts and whenever a layer or its
 * objects have changed and rest; what is kept already and has not changed costs a look. Beside that it draws what
 * somebody was told to ask for again. One worker of its own with a low priority, one part at a time, none while those who
 * ask keep theirs busy, and few while objects are written.
 */
export class OverviewPainter {
  readonly #options: Options;
  readonly #pool = new DrawingPool(1, patient);
  readonly #stop = new AbortController();
  readonly #watched = new Map<number, Watched>();
  readonly #wanted = new Set<string>();
  readonly #writers: WriterWatch;
  #serving = Promise.resolve();
  #ahead = Promise.resolve();
  #lock: FileLock | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#writers = new WriterWatch({
      readSteps: () => readChangeSteps(options.deps.database.db),
      isWanted: () => this.#wanted.size > 0 || options.blocks.isAwaited || this.#stop.signal.aborted,
    });
  }

  /** Draws this beside what is drawn ahead, unless nothing is kept anyway. */
  want(look: BlockLook, map: MapOfBlocks): void {
    if (this.#stop.signal.aborted || !this.#options.blocks.isKeeping) return;
    const name = JSON.stringify([look.picture.key, look.kinds, map]);
    if (this.#wanted.has(name) || this.#wanted.size >= MOST_WANTED) return;
    this.#wanted.add(name);
    this.#serving = this.#serving
      .then(async () => {
        for (const block of listBlocks(map.box, map.level, map.pixelRatio)) await this.#draw(look, block);
      })
      .catch((error: unknown) => this.#warn(error))
      .finally(() => this.#wanted.delete(name));
  }

  /** Draws ahead until it is closed; of several processes with the same folder one does. */
  start(): void {
    if (this.#options.deps.config.imageCacheMb > 0) this.#ahead = this.#keepDrawing();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#pool.close();
    await Promise.all([this.#serving, this.#ahead]);
    this.#lock?.release();
  }

  /** All that there is to draw ahead, now; gives the number of layers that were gone through. */
  async drawAll({ isHasty = true } = {}): Promise<number> {
    let drawn = 0;
    for (const { id, state } of await listLayerStates(this.#options.deps.database.db)) {
      if (this.#stop.signal.aborted) break;
      if (!this.#isDue(id, state, isHasty)) continue;
      // Whoever asks for one that failed has it drawn then.
      await this.#drawLayer(id).catch((error: unknown) => this.#warn(error));
      this.#watched.set(id, { state, changedAt: Date.now(), drawn: state });
      drawn++;
    }
    return drawn;
  }

  async #keepDrawing(): Promise<void> {
    const { signal } = this.#stop;
    const lockPath = join(this.#options.deps.config.dataDir, 'cache', 'overviews.lock');
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (signal.aborted) return;
      if (!this.#options.blocks.isKeeping) continue;
      try {
        this.#lock ??= FileLock.take(lockPath);
        if (this.#lock) await this.drawAll({ isHasty: false });
      } catch (error) {
        this.#warn(error);
      }
    }
  }

  /** When it has changed since it was drawn and rests: it was the same at the last look. */
  #isDue(id: number, state: string, isHasty: boolean): boolean {
    const watched = this.#watched.get(id);
    if (watched === undefined || watched.drawn === state) return watched === undefined;
    const now = Date.now();
    if (watched.state === watched.drawn) watched.changedAt = now;
    const rests = watched.state === state;
    watched.state = state;
    return isHasty || rests || now - watched.changedAt > RESTLESS_MS;
  }

  async #drawLayer(id: number): Promise<void> {
    const [layer] = await findShownLayers(this.#options.deps.database.db, [id]);
    if (layer === undefined) return;
    const open = layerRights(anybody, layer);
    const scopes: LayerScope[] = [
      { layer, rights: open, filters: [] },
      { layer, rights: { ...open, seesLayer: true, objects: 'all', unreviewed: 'all' }, filters: [] },
    ];
    const keys = new Set<string>();
    for (const scope of scopes) {
      const isSeen = scope.rights.seesLayer && scope.rights.objects !== 'none';
      if (!isSeen || (await this.#count(scope, rootBlock)) <= this.#manyObjects) continue;
      const picture = await readLayerPicture(this.#options.deps, scope);
      if (keys.has(picture.key)) continue;
      keys.add(picture.key);
      await this.#descend({ picture, kinds }, rootBlock);
    }
  }

  /** A block and those below it, as long as they have many objects. */
  async #descend(look: BlockLook, block: Block): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const { scope } = look.picture;
    if ((await this.#count(scope, block)) <= this.#manyObjects) return;
    if (showsAtZoom(scope.layer, block.level / levelsAZoom)) await this.#draw(look, block);
    for (const quarter of quartersOf(block)) await this.#descend(look, quarter);
  }

  get #manyObjects(): number {
    const { deps, manyObjects } = this.#options;
    return manyObjects ?? (deps.database.kind === 'embedded' ? MANY_OBJECTS_EMBEDDED : MANY_OBJECTS);
  }

  async #count(scope: LayerScope, block: Block): Promise<number> {
    const { database } = this.#options.deps;
    const most = this.#manyObjects + 1;
    const counts = await countInExtent(database.db, { scopes: [scope], extent: blockExtent(block), most });
    return [...counts.values()].reduce((sum, of) => sum + totalOf(of), 0);
  }

  async #draw(look: BlockLook, block: Block): Promise<void> {
    const { blocks, pool } = this.#options;
    const { signal } = this.#stop;
    const yields = async () => {
      const until = Date.now() + YIELD_MS;
      while (pool.free === 0 && Date.now() < until && !signal.aborted) await sleep(AGAIN_MS);
      await this.#writers.rest();
    };
    await blocks.get(look, block, { pool: this.#pool, signal, yields });
  }

  #warn(error: unknown): void {
    if (!this.#stop.signal.aborted) this.#options.log.warn({ err: error }, 'drawing overviews ahead failed');
  }
}
