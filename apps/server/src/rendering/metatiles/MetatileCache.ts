import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@pgis/contract';
import type { Secrets } from '../../access/Secrets.ts';
import type { Database } from '../../db/openDatabase.ts';
import { countInExtent, totalOf } from '../../query/countInExtent.ts';
import { Semaphore } from '../../runtime/Semaphore.ts';
import type { MosaicTile } from '../job/MosaicJob.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { type ReadImage, readImageJob } from '../job/readImageJob.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import type { ImagePool } from '../pool/imagePool.ts';
import { findPatches } from './changes/findPatches.ts';
import { DenseAreaCache } from './DenseAreaCache.ts';
import { readLayerRendering } from './LayerRendering.ts';
import { type CachedMetatile, MetatileFiles } from './MetatileFiles.ts';
import { enlargedChildren, MAX_LEVEL, METATILE_PX, type Metatile, metatileExtent } from './metatileGrid.ts';
import {
  changeBufferOf,
  type MetatileKey,
  nameOf,
  singlyDrawnKinds,
  symbolBufferOf,
  toRequest,
  widen,
} from './metatileKey.ts';
import { RefreshQueue } from './RefreshQueue.ts';
import { SingleFlight } from './SingleFlight.ts';

/** A metatile with more objects is composed of its four enlarged children. */
const MAX_OBJECTS = 50_000;
/** Limit on the embedded engine, which answers nobody else while it reads. */
const MAX_OBJECTS_EMBEDDED = 20_000;
/** Drawings under way at once, from reading their objects on: they hold most of the memory. */
const MAX_DRAWINGS = 4;
/** An older image is drawn again after this time: the changes until then cost one drawing. */
const REFRESHED_AFTER_S = 1;
/** A request for an image of this age waits a little, in case it is drawn again meanwhile. */
const AWAITED_AFTER_S = 5;
const REFRESH_WAIT_MS = 700;
/** Metatiles that are rendered again in the background at once. */
const MAX_REFRESHES = 2;
const MAX_WAITING_REFRESHES = 100;

type FilesOptions = ConstructorParameters<typeof MetatileFiles>[0];

interface Options {
  readonly deps: Pick<FilesOptions, 'config'> & { readonly database: Database; readonly secrets: Secrets };
  readonly maxObjects?: number;
  readonly refreshWaitMs?: number;
  readonly onCacheError: FilesOptions['onCacheError'];
}

/** The pool that renders, and the signal that aborts the work. */
export interface MetatileWork {
  readonly pool: ImagePool;
  readonly signal: AbortSignal;
  /** Called before each query; resolves when work of higher priority is done. Only background work has it. */
  readonly waitForTurn?: () => Promise<void>;
  /** True for what no request waits for: it overtakes nobody. */
  readonly isBackground?: boolean;
  /** Seconds for which the image may lack a change that is not urgent; 0 by default. */
  readonly maxAgeS?: number;
}

/** One metatile on its way through the cache. */
interface Task {
  readonly key: MetatileKey;
  readonly metatile: Metatile;
  readonly work: MetatileWork;
  readonly cached: CachedMetatile | undefined;
}

const CHILD_PX = METATILE_PX / 2;
const whole: PixelBox = { left: 0, top: 0, width: METATILE_PX, height: METATILE_PX };
const emptyImage = Buffer.alloc(0);

/** Several requests may wait for a metatile, and each is one of the steps to a map. */
const renderWith = async (
  { pool, signal, isBackground = false }: MetatileWork,
  job: RenderJob,
): Promise<Buffer> => Buffer.from(await pool.render(job, signal, { goesFirst: !isBackground }));

/**
 * Images of layers in metatiles, rendered when first requested and stored on disk. After changes only the surroundings of
 * the changed objects are rendered again. The cost of a metatile is limited: one with many objects is composed of four
 * children with a quarter of them each, of which again only those with changes are rendered.
 */
export class MetatileCache {
  readonly #options: Options;
  readonly #files: MetatileFiles;
  readonly #singleFlight = new SingleFlight<Buffer>();
  readonly #drawings = new Semaphore({ limit: MAX_DRAWINGS, maxWaiting: Infinity });
  readonly #stop = new AbortController();
  /** Metatiles whose older image was returned. */
  readonly #outdated = new RefreshQueue<Omit<Task, 'cached'>>({
    render: (task) => this.#refresh(task),
    onError: (error) => {
      if (!this.#stop.signal.aborted) this.#options.onCacheError(error);
    },
    limit: MAX_REFRESHES,
    maxWaiting: MAX_WAITING_REFRESHES,
  });
  /** Time when a client last joined a rendering in progress. */
  #joinedAt = 0;
  readonly denseAreas = new DenseAreaCache();

  constructor(options: Options) {
    this.#options = options;
    this.#files = new MetatileFiles({ config: options.deps.config, onCacheError: options.onCacheError });
  }

  /** Resolves when nothing is being rendered. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.allSettled([this.#files.opened(), this.#outdated.stop(), this.#singleFlight.settled()]);
  }

  /** True when a metatile rendered now is stored for the next request. */
  get isStoring(): boolean {
    return this.#files.isStoring;
  }

  /** True while a client may wait for a metatile that is rendered in the background. */
  get isAwaited(): boolean {
    return Date.now() - this.#joinedAt < limits.image.waitMs;
  }

  /**
   * Returns packed pixels; empty for a fully transparent metatile. Callers that know the same changes share one rendering,
   * which goes on while one of them waits; callers that know newer ones wait together for the next rendering. With `maxAgeS`
   * a cached image that lacks only younger changes is returned at once and rendered again in the background.
   */
  async get(key: MetatileKey, metatile: Metatile, work: MetatileWork): Promise<Buffer> {
    const name = nameOf(key, metatile);
    const older = work.maxAgeS ? await this.#findOlder({ key, metatile, work }, work.maxAgeS) : undefined;
    if (older !== undefined) return older;
    const isRequest = work.waitForTurn === undefined && work.isBackground !== true;
    if (isRequest && this.#singleFlight.has(name)) this.#joinedAt = Date.now();
    const version = key.rendering.changes.steps;
    return await this.#singleFlight.join({ name, version }, work.signal, async (signal) => {
      const cached = await this.#files.find(name);
      return await this.#update(name, { key, metatile, work: { ...work, signal, maxAgeS: 0 }, cached });
    });
  }

  /** Returns the cached image if the changes it lacks are neither urgent nor older than `maxAgeS`. */
  async #findOlder(task: Omit<Task, 'cached'>, maxAgeS: number): Promise<Buffer | undefined> {
    const { key, metatile, work } = task;
    const name = nameOf(key, metatile);
    const cached = await this.#files.find(name);
    if (cached === undefined) return undefined;
    const around = widen(metatile, changeBufferOf(key, metatile));
    const missing = key.rendering.changes.listSince(cached.settled, around);
    if (missing.some(({ ageS, isUrgent }) => isUrgent || ageS >= maxAgeS)) return undefined;
    const ageS = Math.max(0, ...missing.map((change) => change.ageS));
    const refreshed = ageS < REFRESHED_AFTER_S ? undefined : this.#outdated.add(name, task);
    if (refreshed === undefined || ageS < AWAITED_AFTER_S) return cached.image;
    const { refreshWaitMs = REFRESH_WAIT_MS } = this.#options;
    await Promise.race([refreshed, sleep(refreshWaitMs, undefined, { signal: work.signal, ref: false })]);
    // A newer image lacks fewer changes.
    return (await this.#files.find(name))?.image ?? cached.image;
  }

  async #refresh({ key, metatile, work: { pool } }: Omit<Task, 'cached'>): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    // What has changed meanwhile is drawn, too.
    const rendering = await readLayerRendering(this.#options.deps, key.rendering.scope);
    await this.get({ ...key, rendering }, metatile, { pool, signal, isBackground: true });
  }

  /** Returns the cached image if nothing has changed, else renders and stores it. */
  async #update(name: string, task: Task): Promise<Buffer> {
    const { key, metatile, cached } = task;
    const { changes, hasLabels } = key.rendering;
    const buffer = changeBufferOf(key, metatile);
    const changed = changes.listSince(cached?.settled ?? 0, widen(metatile, buffer)).map(({ box }) => box);
    if (cached && changed.length === 0) return cached.image;
    // Labels avoid each other across the metatile: a patch would show other ones.
    const patches = hasLabels ? undefined : findPatches(metatile, changed, buffer);
    const rendered = await this.#render(task, patches);
    await this.#files.put(name, { ...rendered, settled: changes.settled });
    return rendered.image;
  }

  async #render(
    task: Task,
    patches: readonly PixelBox[] | undefined,
  ): Promise<Omit<CachedMetatile, 'settled'>> {
    const { key, metatile, cached } = task;
    const isComposed =
      metatile.level < MAX_LEVEL && (cached?.isComposed || (await this.#isDense(key, metatile)));
    if (isComposed) return { image: await this.#compose(task, patches), isComposed };
    // The image of a metatile that was composed before cannot be patched.
    const isPatched = cached !== undefined && patches !== undefined && !cached.isComposed;
    const image = isPatched ? await this.#patch(task, cached.image, patches) : await this.#renderWhole(task);
    return { image, isComposed: false };
  }

  async #isDense(key: MetatileKey, metatile: Metatile): Promise<boolean> {
    const { scope } = key.rendering;
    const kinds = singlyDrawnKinds(key);
    if (kinds.length === 0) return false;
    const extent = metatileExtent(metatile);
    const { database } = this.#options.deps;
    const { maxObjects = database.kind === 'embedded' ? MAX_OBJECTS_EMBEDDED : MAX_OBJECTS } = this.#options;
    const counts = await this.#drawings.run(() =>
      countInExtent(database.db, { layers: [scope], kinds, extent, limit: maxObjects + 1 }),
    );
    return [...counts.values()].some((count) => totalOf(count) > maxObjects);
  }

  /** Composes a metatile of its children; of a cached one only the patches, from the children with changes. */
  async #compose(
    { key, metatile, work, cached }: Task,
    patches: readonly PixelBox[] | undefined,
  ): Promise<Buffer> {
    const base = cached?.isComposed ? cached : undefined;
    const tiles: MosaicTile[] = base ? [{ image: base.image, left: 0, top: 0 }] : [];
    const compose = async (child: Metatile) => {
      const around = widen(child, changeBufferOf(key, child));
      if (base && key.rendering.changes.listSince(base.settled, around).length === 0) return;
      const image = await this.get(key, child, work);
      if (image.length === 0 && !base) return;
      const left = (child.x - 2 * metatile.x) * CHILD_PX;
      const top = (child.y - 2 * metatile.y) * CHILD_PX;
      tiles.push({ image, left, top, halvedToPx: CHILD_PX, ...(base && patches && { within: patches }) });
    };
    // Background work renders one metatile at a time; a request uses all workers.
    if (work.waitForTurn === undefined) await Promise.all(enlargedChildren(metatile).map(compose));
    else for (const child of enlargedChildren(metatile)) await compose(child);
    return tiles.length === 0 ? emptyImage : await this.#drawings.run(() => join(tiles, work));
  }

  async #patch(task: Task, image: Buffer, patches: readonly PixelBox[]): Promise<Buffer> {
    await task.work.waitForTurn?.();
    return await this.#drawings.run(async () => {
      const drawn = patches.map(async (patch) => {
        const read = await this.#readBox(task, patch);
        return read && { image: read.job, left: patch.left, top: patch.top };
      });
      const tiles = (await Promise.all(drawn)).filter((tile) => tile !== undefined);
      return await join([{ image, left: 0, top: 0 }, ...tiles], task.work);
    });
  }

  /** Renders a metatile from its objects. */
  async #renderWhole(task: Task): Promise<Buffer> {
    await task.work.waitForTurn?.();
    return await this.#drawings.run(async () => {
      const read = await this.#readBox(task, whole);
      return read === undefined || read.count === 0 ? emptyImage : await renderWith(task.work, read.job);
    });
  }

  async #readBox({ key, metatile, work }: Task, box: PixelBox): Promise<ReadImage | undefined> {
    work.signal.throwIfAborted();
    const { scope } = key.rendering;
    const request = toRequest(key, metatile, box);
    const options = { bufferPx: symbolBufferOf(key), zoom: key.zoom };
    const read = await readImageJob(this.#options.deps.database, scope, request, options);
    work.signal.throwIfAborted();
    return read && { ...read, job: { ...read.job, isTile: true, format: 'pixels' } };
  }
}

async function join(tiles: readonly MosaicTile[], work: MetatileWork): Promise<Buffer> {
  const [width, height] = [METATILE_PX, METATILE_PX];
  const size = { canvasWidth: width, canvasHeight: height, width, height };
  return await renderWith(work, { tiles, ...size, background: undefined, format: 'pixels' });
}
