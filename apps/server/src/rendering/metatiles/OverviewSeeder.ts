import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Secrets } from '../../access/Secrets.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/openDatabase.ts';
import { showsAtZoom } from '../../layers/Layer.ts';
import { layerPermissions } from '../../layers/layerPermissions.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { listLayersById } from '../../layers/listLayersById.ts';
import { objectKinds } from '../../layers/ObjectKind.ts';
import { countInExtent, totalOf } from '../../query/countInExtent.ts';
import { FileLock } from '../../runtime/FileLock.ts';
import { createImagePool, type ImagePool } from '../pool/imagePool.ts';
import { listLayerStates, readChangeSteps } from './changes/layerStates.ts';
import { WriteThrottle } from './changes/WriteThrottle.ts';
import { anybody, type LayerRendering, readLayerRendering } from './LayerRendering.ts';
import type { MetatileCache } from './MetatileCache.ts';
import {
  children,
  type LevelWindow,
  levelsPerZoom,
  listMetatiles,
  type Metatile,
  metatileExtent,
  rootMetatile,
} from './metatileGrid.ts';
import type { MetatileKey } from './metatileKey.ts';

interface Options {
  readonly deps: { readonly database: Database; readonly secrets: Secrets; readonly config: Config };
  readonly metatiles: MetatileCache;
  /** The pool that answers requests: the seeder lets it go first. */
  readonly pool: ImagePool;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  /** Metatiles with more objects are seeded. */
  readonly minObjects?: number;
}

/** A view is twice as large as a metatile; one with more than 40 000 objects is rendered from metatiles. */
const MIN_OBJECTS = 15_000;
/** The embedded engine answers nobody else while it reads. */
const MIN_OBJECTS_EMBEDDED = 40_000;
/** A layer that changes all the time, as during an import, is seeded this often all the same. */
const MAX_DELAY_MS = 300_000;
/** Time for which one metatile waits for the workers of requests. */
const MAX_YIELD_MS = 2_000;
const YIELD_INTERVAL_MS = 25;
/** Requests and imports go first on machines with few processors. */
const NICE = 10;
/** Windows that wait to be rendered; the clients of further ones ask again anyway. */
const MAX_QUEUED = 100;
const poolOptions = { times: { drawMs: 60_000, queueMs: 600_000 }, nice: NICE };
const kinds = Object.values(objectKinds);

/** Windows that wait to be rendered, one after the other. */
interface WindowQueue {
  readonly names: Set<string>;
  /** Resolves after the last one. */
  rendered: Promise<void>;
}

interface WatchedLayer {
  /** State at the last check. */
  state: string;
  /** Time when the state first differed from the seeded one. */
  changedAt: number;
  seededState: string;
}

/**
 * Seeds the metatile cache with overviews: for each layer with many objects the metatiles of whole zooms, from the world
 * down to the level where views have few enough objects to be rendered at once. Each layer is seeded once after the start,
 * and again whenever it or its objects have changed and then stayed the same for one check; what is stored already costs
 * a file lookup. Besides, it finishes the images that clients have to request again.
 *
 * It has one worker of its own with a low priority and renders one metatile at a time: none while the workers of requests
 * are all busy, and few while objects are written.
 */
export class OverviewSeeder {
  readonly #options: Options;
  readonly #pool = createImagePool(1, poolOptions);
  readonly #stop = new AbortController();
  readonly #layers = new Map<number, WatchedLayer>();
  /** Windows that clients ask for again. */
  readonly #awaited: WindowQueue = { names: new Set(), rendered: Promise.resolve() };
  /** Windows of which clients have provisional images. */
  readonly #provisional: WindowQueue = { names: new Set(), rendered: Promise.resolve() };
  readonly #throttle: WriteThrottle;
  #seeding: Promise<unknown> = Promise.resolve();
  #lock: FileLock | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#throttle = new WriteThrottle({
      readSteps: () => readChangeSteps(options.deps.database.db),
      isUrgent: () =>
        this.#awaited.names.size > 0 || options.metatiles.isAwaited || this.#stop.signal.aborted,
    });
  }

  /** Renders the metatiles of a window in the background, beside the overviews; does nothing when they cannot be stored. */
  enqueue(key: MetatileKey, window: LevelWindow): void {
    this.#add(this.#awaited, key, window);
  }

  /** Finishes the provisional images of a window, after writers and the windows that clients wait for. */
  finish(key: MetatileKey, window: LevelWindow): void {
    this.#add(this.#provisional, key, window);
  }

  #add(queue: WindowQueue, key: MetatileKey, window: LevelWindow): void {
    if (this.#stop.signal.aborted || !this.#options.metatiles.isStoring) return;
    const { names } = queue;
    const name = JSON.stringify([key.rendering.key, key.kinds, key.zoom, window]);
    if (names.has(name) || names.size >= MAX_QUEUED) return;
    names.add(name);
    queue.rendered = queue.rendered
      .then(async () => {
        for (const metatile of listMetatiles(window)) await this.#seed(key, metatile, this.#stop.signal);
      })
      .catch((error: unknown) => this.#warn(error))
      .finally(() => names.delete(name));
  }

  /**
   * Seeds the layers that rest. Call it periodically: a layer rests when its state is the same as at the previous call. Of
   * several processes with the same data directory only one seeds, the one with the file lock.
   */
  async seedResting(ending: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([ending, this.#stop.signal]);
    if (signal.aborted || !this.#options.metatiles.isStoring) return;
    try {
      this.#lock ??= FileLock.take(join(this.#options.deps.config.dataDir, 'cache', 'overviews.lock'));
      if (this.#lock === undefined) return;
      this.#seeding = this.seedAll({ isHasty: false, signal });
      await this.#seeding;
    } catch (error) {
      this.#warn(error, signal);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#pool.close();
    await Promise.allSettled([this.#awaited.rendered, this.#provisional.rendered, this.#seeding]);
    this.#lock?.release();
  }

  /** Seeds all layers that are due, without `isHasty` only those that rest; returns their number. */
  async seedAll({ isHasty = true, signal = this.#stop.signal } = {}): Promise<number> {
    let seeded = 0;
    for (const { id, state } of await listLayerStates(this.#options.deps.database.db)) {
      if (signal.aborted) break;
      if (!this.#isDue({ id, state, isHasty })) continue;
      // A layer that fails is not tried again: its images are rendered when they are requested.
      await this.#seedLayer(id, signal).catch((error: unknown) => this.#warn(error, signal));
      this.#layers.set(id, { state, changedAt: Date.now(), seededState: state });
      seeded++;
    }
    return seeded;
  }

  /** True when the layer has changed since it was seeded and rests: its state was the same at the last check. */
  #isDue({ id, state, isHasty }: { id: number; state: string; isHasty: boolean }): boolean {
    const layer = this.#layers.get(id);
    if (layer === undefined || layer.seededState === state) return layer === undefined;
    const now = Date.now();
    if (layer.state === layer.seededState) layer.changedAt = now;
    const rests = layer.state === state;
    layer.state = state;
    return isHasty || rests || now - layer.changedAt > MAX_DELAY_MS;
  }

  /** Seeds what anonymous callers see and, where that differs, what callers see who see everything. */
  async #seedLayer(id: number, signal: AbortSignal): Promise<void> {
    const [layer] = await listLayersById(this.#options.deps.database.db, [id]);
    if (layer === undefined) return;
    const open = layerPermissions(anybody, layer);
    const everything = {
      seesLayer: true,
      objects: 'all',
      unreviewed: 'all',
      seesExactPositions: true,
    } as const;
    const scopes: LayerAccess[] = [
      { layer, rights: open, filters: [] },
      { layer, rights: { ...open, ...everything }, filters: [] },
    ];
    const seededKeys = new Set<string>();
    for (const scope of scopes) {
      const isVisible = scope.rights.seesLayer && scope.rights.objects !== 'none';
      if (!isVisible || (await this.#count(scope, rootMetatile)) <= this.#minObjects) continue;
      const rendering = await readLayerRendering(this.#options.deps, scope);
      if (seededKeys.has(rendering.key)) continue;
      seededKeys.add(rendering.key);
      await this.#descend(rendering, rootMetatile, signal);
    }
  }

  /** Seeds a metatile and its descendants, as long as they have many objects. */
  async #descend(rendering: LayerRendering, metatile: Metatile, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { scope } = rendering;
    if ((await this.#count(scope, metatile)) <= this.#minObjects) return;
    const zoom = metatile.level / levelsPerZoom;
    if (showsAtZoom(scope.layer, zoom)) await this.#seed({ rendering, kinds, zoom }, metatile, signal);
    for (const child of children(metatile)) await this.#descend(rendering, child, signal);
  }

  get #minObjects(): number {
    const { deps, minObjects } = this.#options;
    return minObjects ?? (deps.database.kind === 'embedded' ? MIN_OBJECTS_EMBEDDED : MIN_OBJECTS);
  }

  async #count(scope: LayerAccess, metatile: Metatile): Promise<number> {
    const { database } = this.#options.deps;
    const limit = this.#minObjects + 1;
    const counts = await countInExtent(database.db, {
      layers: [scope],
      extent: metatileExtent(metatile),
      limit,
    });
    return [...counts.values()].reduce((sum, of) => sum + totalOf(of), 0);
  }

  async #seed(key: MetatileKey, metatile: Metatile, signal: AbortSignal): Promise<void> {
    const { metatiles, pool } = this.#options;
    const waitForTurn = async () => {
      const until = Date.now() + MAX_YIELD_MS;
      // A request that waits for this metatile would wait for itself.
      while (pool.free === 0 && !metatiles.isAwaited && Date.now() < until && !signal.aborted)
        await sleep(YIELD_INTERVAL_MS);
      await this.#throttle.rest();
    };
    await metatiles.get(key, metatile, { pool: this.#pool, signal, waitForTurn });
  }

  #warn(error: unknown, { aborted }: AbortSignal = this.#stop.signal): void {
    if (!aborted) this.#options.log.warn({ err: error }, 'seeding overviews failed');
  }
}
