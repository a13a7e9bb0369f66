import { setTimeout as sleep } from 'node:timers/promises';
import { type ErrorCode, limits } from '@pgis/contract';
import { LRUCache } from 'lru-cache';
import type { Secrets } from '../../access/Secrets.ts';
import type { Database } from '../../db/openDatabase.ts';
import { toAppError } from '../../errors/toAppError.ts';
import { findPatches } from './changes/findPatches.ts';
import { DenseAreaCache } from './DenseAreaCache.ts';
import { readLayerRendering } from './LayerRendering.ts';
import { type CachedMetatile, MetatileFiles } from './MetatileFiles.ts';
import { MetatileRenderer, type MetatileTask, type MetatileWork } from './MetatileRenderer.ts';
import type { Metatile } from './metatileGrid.ts';
import {
  changeBufferOf,
  isDrawnFast,
  type MetatileKey,
  nameOf,
  provisionalNameOf,
  widen,
} from './metatileKey.ts';
import { RefreshQueue } from './RefreshQueue.ts';
import { SingleFlight } from './SingleFlight.ts';

/** An older image is drawn again after this time: the changes until then cost one drawing. */
const REFRESHED_AFTER_S = 1;
/** A request for an image of this age waits a little, in case it is drawn again meanwhile. */
const AWAITED_AFTER_S = 5;
const REFRESH_WAIT_MS = 700;
/** Metatiles that are rendered again in the background at once. */
const MAX_REFRESHES = 2;
const MAX_WAITING_REFRESHES = 100;
/** A provisional image that could not be drawn is tried again after this time. */
const FAILED_PROVISIONAL_MS = 600_000;
const MAX_FAILED_PROVISIONAL = 1_000;
/** Errors of a provisional image whose metatile is composed instead. */
const tooMuch: ReadonlySet<ErrorCode> = new Set(['IMAGE_TOO_LARGE', 'STATEMENT_TIMEOUT']);

type FilesOptions = ConstructorParameters<typeof MetatileFiles>[0];
type RendererOptions = ConstructorParameters<typeof MetatileRenderer>[0];

interface Options extends Omit<RendererOptions, 'database'> {
  readonly deps: Pick<FilesOptions, 'config'> & { readonly database: Database; readonly secrets: Secrets };
  readonly refreshWaitMs?: number;
  readonly onCacheError: FilesOptions['onCacheError'];
  /** Called when a provisional image cannot be drawn; the image is then composed. */
  readonly onProvisionalError?: (error: unknown) => void;
}

/** One metatile on its way through the cache. */
interface Task extends MetatileTask {
  /** Counts the objects once. */
  readonly isDense: () => Promise<boolean>;
}

/**
 * Images of layers in metatiles, rendered when first requested and stored on disk. After changes only the surroundings of
 * the changed objects are rendered again. The cost of a metatile is limited: one with many objects is composed of four
 * children with a quarter of them each, of which again only those with changes are rendered. Until it has been composed, a
 * request gets a provisional image (decision 0050).
 */
export class MetatileCache {
  readonly #options: Options;
  readonly #files: MetatileFiles;
  readonly #renderer: MetatileRenderer;
  readonly #singleFlight = new SingleFlight<Buffer>();
  readonly #provisional = new SingleFlight<Buffer | undefined>();
  /** Names of provisional images that had too many objects or took too long. */
  readonly #failedProvisional = new LRUCache<string, true>({
    max: MAX_FAILED_PROVISIONAL,
    ttl: FAILED_PROVISIONAL_MS,
  });
  readonly #stop = new AbortController();
  /** Metatiles whose older image was returned. */
  readonly #outdated = new RefreshQueue<Task>({
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
    const { deps, onCacheError } = options;
    this.#options = options;
    this.#files = new MetatileFiles({ config: deps.config, onCacheError });
    this.#renderer = new MetatileRenderer({ ...options, database: deps.database });
  }

  /** Resolves when nothing is being rendered. */
  async close(): Promise<void> {
    this.#stop.abort();
    const rendered = [this.#singleFlight.settled(), this.#provisional.settled()];
    await Promise.allSettled([this.#files.opened(), this.#outdated.stop(), ...rendered]);
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
    let dense: Promise<boolean> | undefined;
    const isDense = () => {
      dense ??= this.#renderer.isDense(key, metatile);
      return dense;
    };
    const task: Task = { key, metatile, work, isDense };
    const name = nameOf(key, metatile);
    const cached = await this.#files.find(name);
    const ready =
      cached === undefined ? await this.#findProvisional(task) : await this.#findReady(task, name, cached);
    if (ready !== undefined) return ready;
    const isRequest = work.waitForTurn === undefined && work.isBackground !== true;
    if (isRequest && this.#singleFlight.has(name)) this.#joinedAt = Date.now();
    const version = key.rendering.changes.steps;
    return await this.#singleFlight.join({ name, version }, work.signal, (signal) =>
      this.#update({ ...task, work: { ...work, signal, maxAgeS: 0 } }, name),
    );
  }

  /** Returns a cached image that shows all changes, or lacks only some that are neither urgent nor older than `maxAgeS`. */
  async #findReady(task: Task, name: string, cached: CachedMetatile): Promise<Buffer | undefined> {
    const { maxAgeS = 0, signal } = task.work;
    const missing = listMissing(task, cached);
    if (missing.length === 0) return cached.image;
    if (missing.some(({ ageS, isUrgent }) => isUrgent || ageS >= maxAgeS)) return undefined;
    const ageS = Math.max(0, ...missing.map((change) => change.ageS));
    const refreshed = ageS < REFRESHED_AFTER_S ? undefined : this.#outdated.add(name, task);
    if (refreshed === undefined || ageS < AWAITED_AFTER_S) return cached.image;
    const { refreshWaitMs = REFRESH_WAIT_MS } = this.#options;
    await Promise.race([refreshed, sleep(refreshWaitMs, undefined, { signal, ref: false })]);
    // A newer image lacks fewer changes.
    return (await this.#files.find(name))?.image ?? cached.image;
  }

  async #refresh({ key, metatile, work: { pool, onProvisional } }: Task): Promise<void> {
    const { signal } = this.#stop;
    if (signal.aborted) return;
    // The drawing includes the changes since then.
    const rendering = await readLayerRendering(this.#options.deps, key.rendering.scope);
    const work = { pool, signal, isBackground: true, ...(onProvisional && { onProvisional }) };
    await this.get({ ...key, rendering }, metatile, work);
  }

  /** Returns the cached image if nothing has changed, else renders and stores it. */
  async #update(task: Task, name: string): Promise<Buffer> {
    const cached = await this.#files.find(name);
    const missing = listMissing(task, cached);
    if (cached && missing.length === 0) return cached.image;
    const rendered = await this.#render(task, cached);
    await this.#files.put(name, { ...rendered, settled: task.key.rendering.changes.settled });
    return rendered.image;
  }

  async #render(task: Task, cached: CachedMetatile | undefined): Promise<Omit<CachedMetatile, 'settled'>> {
    const { key, work } = task;
    const patches = patchesOf(task, cached);
    if (cached?.isComposed || (await task.isDense())) {
      // A provisional image would stay in the metatile that is composed of it.
      const { onProvisional: _, ...childWork } = work;
      const getChild = (child: Metatile) => this.get(key, child, childWork);
      return { image: await this.#renderer.compose(task, { cached, patches }, getChild), isComposed: true };
    }
    const image =
      cached && patches
        ? await this.#renderer.patch(task, cached.image, patches)
        : await this.#renderer.renderWhole(task);
    return { image, isComposed: false };
  }

  /**
   * Returns the provisional image of a metatile that would be composed and is not cached: all its objects, drawn at once.
   * Undefined when it has few objects, or so many, or such a style, that this would take too long.
   */
  async #findProvisional(task: Task): Promise<Buffer | undefined> {
    const { key, metatile, work } = task;
    const name = provisionalNameOf(key, metatile);
    // The embedded engine answers nobody else while it reads.
    const isPossible = this.#options.deps.database.kind !== 'embedded' && isDrawnFast(key);
    if (work.onProvisional === undefined || !isPossible || this.#failedProvisional.has(name))
      return undefined;
    const cached = await this.#files.find(name);
    const ready = cached && (await this.#findReady(task, name, cached));
    const version = key.rendering.changes.steps;
    const image =
      ready ??
      (await this.#provisional.join({ name, version }, work.signal, (signal) =>
        this.#updateProvisional({ ...task, work: { ...work, signal } }, name),
      ));
    if (image !== undefined) work.onProvisional();
    return image;
  }

  async #updateProvisional(task: Task, name: string): Promise<Buffer | undefined> {
    const cached = await this.#files.find(name);
    if (cached && listMissing(task, cached).length === 0) return cached.image;
    if (cached === undefined && !(await task.isDense())) return undefined;
    const image = await this.#renderProvisional(task, cached).catch((error: unknown) => {
      task.work.signal.throwIfAborted();
      // While the server is busy, or has no database, a composed image would take even longer.
      if (!tooMuch.has(toAppError(error).code)) throw error;
      this.#options.onProvisionalError?.(error);
      return undefined;
    });
    const { settled } = task.key.rendering.changes;
    if (image === undefined) this.#failedProvisional.set(name, true);
    else await this.#files.put(name, { image, isComposed: false, settled });
    return image;
  }

  async #renderProvisional(task: Task, cached: CachedMetatile | undefined): Promise<Buffer | undefined> {
    const patches = patchesOf(task, cached);
    return cached && patches
      ? await this.#renderer.patch(task, cached.image, patches)
      : await this.#renderer.renderInBands(task);
  }
}

/** Lists the changes in a metatile, with the symbols around them, that its cached image lacks. */
function listMissing({ key, metatile }: MetatileTask, cached: CachedMetatile | undefined) {
  const around = widen(metatile, changeBufferOf(key, metatile));
  return key.rendering.changes.listSince(cached?.settled ?? 0, around);
}

/** Returns the parts of a metatile that its cached image lacks. */
function patchesOf(task: MetatileTask, cached: CachedMetatile | undefined) {
  const { key, metatile } = task;
  // Labels avoid each other across the metatile: a patch would show other ones.
  if (key.rendering.hasLabels) return undefined;
  const changed = listMissing(task, cached).map(({ box }) => box);
  return findPatches(metatile, changed, changeBufferOf(key, metatile));
}
